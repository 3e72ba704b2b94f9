import { Transcript } from '../support/transcript.ts';

const money = [
  'export const ROUNDING_TABLE = [5, 10];',
  'export function roundToCents(amount) {',
  '  return amount;',
  '}',
];

/** A session with a compaction, a failure with a culprit, likely and possible causes, and notes of the harness. */
export function tracedSession(when: { readonly from?: number } = {}): Transcript {
  return new Transcript('traced', when)
    .prompt('round the totals of the cart to five cents')
    .says('I will look at how money is rounded.')
    .calls('list', 'Bash', { command: 'ls src' })
    .returns('list', 'cart.ts\nmoney.ts\ntax.ts')
    .calls('look', 'Read', { file_path: '/home/dev/shop/src/money.ts' })
    .returns('look', money.map((line, at) => `${at + 1}→${line}`).join('\n'))
    .calls('tax', 'Read', { file_path: '/home/dev/shop/src/tax.ts' })
    .returns('tax', '1→export const reducedRate = 0.07;')
    .calls('fix', 'Edit', {
      file_path: '/home/dev/shop/src/money.ts',
      old_string: money[0],
      new_string: 'export const ROUNDING_TABLE = [5];',
    })
    .returns('fix', 'The file has been updated.')
    .calls('test', 'Bash', { command: 'npm test' })
    .returns('test', 'Exit code 1\nFAIL test/money.test.ts\n1 failing: roundToCents', true)
    .prompt(
      'This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:\nThe totals are rounded.',
    )
    .prompt('<system-reminder>The file src/money.ts was changed.</system-reminder>')
    .says('The table is right, the function is **not**.')
    .calls('date', 'Bash', { command: 'uptime' })
    .returns('date', 'up 3 days')
    .calls('again', 'Edit', {
      file_path: '/home/dev/shop/src/money.ts',
      old_string: '  return amount;',
      new_string: '  return Math.round(amount * 20) / 20;',
    })
    .returns('again', 'The file has been updated.')
    .calls('retest', 'Bash', { command: 'npm test' })
    .returns('retest', 'ok 2 passing')
    .says('## Done\n\nTotals are rounded to **five cents**; `npm test` passes.');
}
