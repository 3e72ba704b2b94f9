import { describe, expect, test } from 'vitest';
import {
  call,
  causesOfLast,
  edit,
  prompt,
  read,
  run,
  linkSession,
  together,
  write,
  type LinkerInput,
} from '../testing/link-session.ts';
import type { FoundCause } from './linker.ts';

const cart = [
  'export function total(prices: number[]): number {',
  '  let result = 0;',
  '  for (const price of prices) result += price;',
  '  return result - 1;',
  '}',
];
const wrong = '  return result - 1;';
const right = '  return result;';
const shop = 'export const shop = openShop();';
const numbered = (lines: readonly string[]): string => lines.map((line, index) => `${index + 1}→${line}`).join('\n');
const ask = prompt('ask', 'the cart adds up to the wrong amount');
const elsewhere = read('elsewhere', 'src/shop.ts', `1→${shop}`);
const pastime = run('pastime', 'date', 'Monday');

/** Causes that are more than a guess. */
const likely = (causes: readonly FoundCause[]): readonly string[] =>
  causes.filter(({ confidence }) => confidence >= 0.5).map(({ cause }) => cause);
const named = (causes: readonly FoundCause[], key: string): FoundCause | undefined =>
  causes.find(({ cause }) => cause === key);

describe('an edit is caused by', () => {
  test('the look that showed the text it replaces, which it quotes', () => {
    const [best] = causesOfLast(
      ask,
      read('look', 'src/cart.ts', numbered(cart)),
      elsewhere,
      edit('fix', 'src/cart.ts', wrong, right),
    );
    expect(best).toMatchObject({
      cause: 'look',
      types: ['informed'],
      evidence: ['shows the line it replaces: "return result - 1;"'],
    });
    expect(best!.confidence).toBeGreaterThan(0.9);
  });

  test('the look, also where a shell did the looking and a patch the edit', () => {
    const patch = `*** Begin Patch\n*** Update File: src/cart.ts\n@@\n-${wrong}\n+${right}\n*** End Patch`;
    const [best] = causesOfLast(
      ask,
      call('look', 'exec_command', { cmd: "sed -n '1,40p' src/cart.ts" }, cart.join('\n')),
      call('elsewhere', 'exec_command', { cmd: 'cat src/shop.ts' }, shop),
      call('fix', 'apply_patch', patch),
    );
    expect(best).toMatchObject({
      cause: 'look',
      types: ['informed'],
      evidence: ['shows the line it replaces: "return result - 1;"'],
    });
  });

  test('the look, though one names the file from the root and the other from the folder of the session', () => {
    const [best] = causesOfLast(
      { is: 'cwd', path: '/home/dev/shop' },
      ask,
      read('look', '/home/dev/shop/src/cart.ts', numbered(cart)),
      read('namesake', '/home/dev/other/src/cart.ts', numbered(['export const nothing = 0;'])),
      edit('fix', 'src/cart.ts', wrong, right),
    );
    expect(best).toMatchObject({ cause: 'look', evidence: ['shows the line it replaces: "return result - 1;"'] });
  });

  test('the search that showed the text, if nobody looked at the file', () => {
    const [best] = causesOfLast(
      ask,
      call('grep', 'Grep', { pattern: 'result' }, `src/cart.ts:4:${wrong}`),
      elsewhere,
      edit('fix', 'src/cart.ts', wrong, right),
    );
    expect(best!.cause).toBe('grep');
    expect(best!.evidence).toContain('shows the line it replaces: "return result - 1;"');
  });

  test('the edit that had written what it replaces', () => {
    const [best] = causesOfLast(
      ask,
      write('first', 'src/cart.ts', cart.join('\n')),
      elsewhere,
      edit('fix', 'src/cart.ts', wrong, right),
    );
    expect(best).toMatchObject({
      cause: 'first',
      evidence: expect.arrayContaining(['shows the line it replaces: "return result - 1;"']),
    });
  });

  test('not by an edit that failed: what it meant to write is not there', () => {
    const failed = edit(
      'failed',
      'src/cart.ts',
      'nothing of the kind',
      wrong,
      'String to replace not found in file.',
      'badly',
    );
    expect(
      causesOfLast(ask, failed, pastime, edit('fix', 'src/cart.ts', wrong, right)).flatMap(({ evidence }) => evidence),
    ).not.toContain('shows the line it replaces: "return result - 1;"');
  });

  test('every look that showed a part of what it replaces', () => {
    const causes = causesOfLast(
      ask,
      read('beginning', 'src/cart.ts', numbered(cart.slice(0, 3))),
      elsewhere,
      read('end', 'src/cart.ts', numbered(cart.slice(3))),
      edit('fix', 'src/cart.ts', cart.slice(1, 4).join('\n'), right),
    );
    expect(likely(causes)).toEqual(expect.arrayContaining(['beginning', 'end']));
  });

  test('the other file it was copied from', () => {
    const money = [
      'export function roundToCents(amount: number): number {',
      '  return Math.round(amount * 100) / 100;',
      '}',
    ];
    const [best] = causesOfLast(
      prompt('ask', 'tidy up'),
      read('source', 'src/old/money.ts', numbered(money)),
      elsewhere,
      write('copy', 'src/new/rounding.ts', money.join('\n')),
    );
    expect(best).toMatchObject({ cause: 'source', types: ['informed'] });
    expect(best!.evidence).toContain(
      'shows the 2 lines it writes: "export function roundToCents(amount: number): number {"',
    );
  });

  test('the edit that brought in a name it uses', () => {
    const rebate = 'export function memberRebate(amount: number): number { return amount / 10; }';
    const causes = causesOfLast(
      prompt('ask', 'members pay less'),
      edit('introduced', 'src/members.ts', 'export {};', rebate),
      read('look', 'src/cart.ts', numbered(cart)),
      edit('use', 'src/cart.ts', wrong, '  return result - memberRebate(result);'),
    );
    expect(likely(causes)).toEqual(expect.arrayContaining(['look', 'introduced']));
    expect(named(causes, 'introduced')!.evidence).toContain('wrote "memberRebate", which it uses');
  });

  test('the prompt that names the file and what is to be written', () => {
    const [best] = causesOfLast(
      ask,
      pastime,
      prompt('wish', 'put export const VOUCHER_LIMIT = 25 into src/limits.ts'),
      write('do', 'src/limits.ts', 'export const VOUCHER_LIMIT = 25;'),
    );
    expect(best).toMatchObject({ cause: 'wish', types: expect.arrayContaining(['asked']) });
  });
});

describe('a failed call', () => {
  const failed = edit(
    'failed',
    'src/cart.ts',
    '  return results - 1;',
    right,
    'String to replace not found in file.',
    'badly',
  );

  test('causes its own second attempt', () => {
    const causes = causesOfLast(
      ask,
      read('look', 'src/cart.ts', numbered(cart)),
      failed,
      edit('again', 'src/cart.ts', wrong, right),
    );
    expect(likely(causes)).toContain('failed');
    expect(named(causes, 'failed')).toMatchObject({
      types: expect.arrayContaining(['retried']),
      evidence: expect.arrayContaining(['failed, and it is the same call again']),
    });
  });

  test('that is over does not cause what comes next', () => {
    const causes = causesOfLast(
      ask,
      read('look', 'src/cart.ts', numbered(cart)),
      failed,
      edit('again', 'src/cart.ts', wrong, right),
      run('tests', 'npm test', 'ok'),
    );
    expect(likely(causes)).toEqual(['again']);
  });

  test('that went well the second time is a lesser reason for a third', () => {
    const failing = run('failing', 'make dist', 'no rule to make it', 'badly');
    const third = run('third', 'make dist');
    const solved = named(causesOfLast(ask, failing, run('second', 'make dist'), third), 'failing')?.confidence ?? 0;
    const open = named(
      causesOfLast(ask, failing, run('second', 'make dist', 'no rule to make it', 'badly'), third),
      'second',
    )!.confidence;
    expect(solved).toBeLessThan(open - 0.2);
  });

  test('sends the agent to the file its message names', () => {
    const [best] = causesOfLast(
      prompt('ask', 'tidy up'),
      run('types', 'npx tsc --noEmit', 'src/money.ts(3,7): error TS2304: Cannot find name.', 'badly'),
      pastime,
      read('look', 'src/money.ts', ''),
    );
    expect(best).toMatchObject({
      cause: 'types',
      types: expect.arrayContaining(['reacted']),
      evidence: expect.arrayContaining(['failed, and the output names "money.ts"']),
    });
  });
});

describe('a check is caused by', () => {
  const before = run('before', 'npm test', 'ok 2 passing');
  const one = edit('one', 'src/cart.ts', 'aaaa bbbb', 'cccc dddd');
  const two = edit('two', 'src/shop.ts', 'eeee ffff', 'gggg hhhh');
  const again = run('again', 'npm test', 'ok 2 passing');

  test('the edits since the last check of its kind', () => {
    const causes = causesOfLast(
      ask,
      edit('early', 'src/early.ts', 'iiii jjjj', 'kkkk llll'),
      before,
      one,
      two,
      run('list', 'ls'),
      again,
    );
    expect(likely(causes)).toEqual(expect.arrayContaining(['one', 'two']));
    expect(named(causes, 'one')).toMatchObject({
      types: ['verifies'],
      evidence: ['changed cart.ts since the last test run'],
    });
    expect(likely(causes)).not.toContain('early');
  });

  test('the edits, also those before a check of another kind', () => {
    expect(likely(causesOfLast(ask, before, one, run('types', 'npx tsc --noEmit', ''), again))).toContain('one');
  });

  test('the edits that went through, not those that failed', () => {
    const failed = edit(
      'failed',
      'src/shop.ts',
      'eeee ffff',
      'gggg hhhh',
      'String to replace not found in file.',
      'badly',
    );
    expect(named(causesOfLast(ask, before, one, failed, pastime, again), 'failed')?.types ?? []).not.toContain(
      'verifies',
    );
  });

  test('the last four edits, when there were more', () => {
    const edits = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => edit(key, `src/${key}.ts`, 'aaaa bbbb', 'cccc dddd'));
    const verified = causesOfLast(ask, before, ...edits, again).filter(({ evidence }) =>
      evidence.some((text) => text.endsWith('since the last test run')),
    );
    expect(verified.map(({ cause }) => cause).toSorted()).toEqual(['c', 'd', 'e', 'f']);
  });

  test('the failing run that it repeats', () => {
    const causes = causesOfLast(
      ask,
      one,
      run('failing', 'npm test', 'Exit code 1\nnot ok 1 - adds', 'badly'),
      two,
      again,
    );
    expect(likely(causes).toSorted()).toEqual(['failing', 'two']);
    expect(named(causes, 'failing')).toMatchObject({
      types: expect.arrayContaining(['retried', 'verifies']),
      evidence: expect.arrayContaining(['the same test run failed']),
    });
  });

  test('a fixer, which changes files by itself', () => {
    const [best] = causesOfLast(ask, before, run('fixer', 'npx prettier --write src', ''), again);
    expect(best).toMatchObject({
      cause: 'fixer',
      types: ['verifies'],
      evidence: ['changed files since the last test run'],
    });
  });

  test('a fixer, also one of its own kind', () => {
    const [best] = causesOfLast(
      ask,
      run('lint', 'npx eslint .', ''),
      run('fixer', 'npx prettier --write src', ''),
      run('lint again', 'npx eslint .', ''),
    );
    expect(best).toMatchObject({ cause: 'fixer', evidence: ['changed files since the last lint'] });
  });
});

describe('a look at a file is caused by', () => {
  test('the listing that named it', () => {
    const [best] = causesOfLast(
      prompt('ask', 'tidy up'),
      run('list', 'git ls-files', 'src/cart.ts\nsrc/money.ts\nsrc/shop.ts'),
      pastime,
      read('look', 'src/money.ts', ''),
    );
    expect(best).toMatchObject({
      cause: 'list',
      types: ['informed'],
      evidence: ['output names the file "src/money.ts"'],
    });
  });

  test('the listing that named it, which is quoted with no more than it said', () => {
    const [best] = causesOfLast(
      prompt('ask', 'tidy up'),
      run('list', 'ls src', 'cart.ts\nmoney.ts\nshop.ts'),
      pastime,
      read('look', 'src/money.ts', ''),
    );
    expect(best).toMatchObject({ cause: 'list', evidence: ['output names the file "money.ts"'] });
  });

  test('the look that ended where it goes on', () => {
    const lines = (offset: number): unknown => ({ file_path: 'src/long.ts', offset, limit: 100 });
    const [best] = causesOfLast(ask, call('first', 'Read', lines(1), shop), pastime, call('next', 'Read', lines(101)));
    expect(best).toMatchObject({
      cause: 'first',
      evidence: expect.arrayContaining(['read up to line 100, where it goes on']),
    });
  });

  test('the change that is looked at again', () => {
    const [best] = causesOfLast(
      ask,
      read('look', 'src/cart.ts', numbered(cart)),
      edit('fix', 'src/cart.ts', wrong, right),
      read('again', 'src/cart.ts', ''),
    );
    expect(best).toMatchObject({ cause: 'fix', evidence: expect.arrayContaining(['the last change of cart.ts']) });
  });
});

describe('a command is caused by', () => {
  test('the step that showed a word of it that is nowhere else', () => {
    const [best] = causesOfLast(
      prompt('ask', 'something is slow'),
      run('list', 'ps aux', 'node worker_7781 99%'),
      run('log', 'git log -3', 'a1b2c3 first'),
      run('trace', 'strace -p worker_7781'),
    );
    expect(best).toMatchObject({
      cause: 'list',
      types: ['informed'],
      evidence: ['output shows "worker_7781", which it uses'],
    });
  });

  test('the list of things to do that it brings up to date', () => {
    const list = (status: string): unknown => ({ todos: [{ content: 'look at the cart', status }] });
    const causes = causesOfLast(
      ask,
      call('list', 'TodoWrite', list('pending')),
      read('look', 'src/cart.ts', numbered(cart)),
      call('update', 'TodoWrite', list('completed')),
    );
    expect(likely(causes)).toContain('list');
    expect(named(causes, 'list')!.evidence).toContain('the plan before this one');
  });

  test('what was changed since the last commit, when it commits', () => {
    const causes = causesOfLast(
      ask,
      edit('early', 'src/early.ts', 'iiii jjjj', 'kkkk llll'),
      run('first', 'git commit -am first', 'main a1b2c3'),
      edit('change', 'src/cart.ts', wrong, right),
      run('commit', 'git commit -am second'),
    );
    expect(named(causes, 'change')).toMatchObject({
      types: expect.arrayContaining(['verifies']),
      evidence: expect.arrayContaining(['changed cart.ts since the last commit']),
    });
  });
});

describe('a prompt', () => {
  test('causes the first step after it', () => {
    const causes = causesOfLast(
      prompt('greeting', 'hello there'),
      pastime,
      prompt('wish', 'which files are large?'),
      run('sizes', 'du -a'),
    );
    expect(likely(causes)).toEqual(['wish']);
    expect(causes[0]!.types).toEqual(['asked']);
  });

  test('that is a plan stays in force after "go on"', () => {
    const why = 'Members pay less from now on, and everybody shall see by how much. '.repeat(10);
    const rebates = ['export const MEMBER_REBATE = 10;', 'export const REBATE_LIMIT = 500;'];
    const plan = prompt('plan', `Implement this plan. ${why} Put ${rebates.join(' and ')} into src/rebates.ts.`);
    const causes = causesOfLast(
      plan,
      elsewhere,
      prompt('go', 'go on'),
      pastime,
      write('rebates', 'src/rebates.ts', rebates.join('\n')),
    );
    expect(likely(causes)).toContain('plan');
    expect(named(causes, 'plan')).toMatchObject({
      types: expect.arrayContaining(['asked']),
      evidence: expect.arrayContaining([expect.stringContaining('REBATE_LIMIT')]),
    });
  });

  test('that is short does not stay in force', () => {
    const causes = causesOfLast(
      prompt('old', 'make a Discount class'),
      read('look', 'src/cart.ts', numbered(cart)),
      prompt('go', 'go on'),
      pastime,
      run('sizes', 'du -a'),
    );
    expect(likely(causes)).not.toContain('old');
  });

  test('nobody wrote counts all the same when a sub-agent begins with it', () => {
    const [best] = causesOfLast(
      prompt('task', 'Find every caller of parsePrice and report them', 'harness'),
      call('grep', 'Grep', { pattern: 'parsePrice' }),
    );
    expect(best).toMatchObject({ cause: 'task', types: expect.arrayContaining(['asked']) });
  });

  test('nobody wrote does not come between a wish and its first step', () => {
    const [best] = causesOfLast(
      prompt('wish', 'find every caller of parsePrice'),
      prompt('note', 'a task in the background has ended', 'notification'),
      call('grep', 'Grep', { pattern: 'parsePrice' }),
    );
    expect(best!.cause).toBe('wish');
  });
});

describe('never a cause is', () => {
  const look = read('look', 'src/cart.ts', numbered(cart));
  const fix = edit('fix', 'src/cart.ts', wrong, right);

  test('a call of the same message, though its result comes first', () => {
    const [lookCall, lookResult] = look.map((record) => (record.is === 'call' ? { ...record, message: 'm' } : record));
    const [fixCall] = fix.map((record) => (record.is === 'call' ? { ...record, message: 'm' } : record));
    expect(causesOfLast(ask, lookCall!, lookResult!, fixCall!).map(({ cause }) => cause)).toEqual(['ask']);
    expect(causesOfLast(ask, together('m', look, fix)).map(({ cause }) => cause)).toEqual(['ask']);
  });

  test('a call of which no result is known', () => {
    expect(causesOfLast(ask, look.slice(0, 1), fix).map(({ cause }) => cause)).not.toContain('look');
  });

  test('a call whose result comes later', () => {
    const [lookCall, lookResult] = look;
    const [fixCall] = fix;
    const record = linkSession([
      ask,
      lookCall!,
      fixCall!,
      lookResult!,
      {
        is: 'call',
        key: 'again',
        tool: 'Edit',
        input: { file_path: 'src/cart.ts', old_string: wrong, new_string: right },
      },
    ]);
    const causes = new Map(record.map(({ key, causes: found }) => [key, found.map(({ cause }) => cause)]));
    expect(causes.get('fix')).not.toContain('look');
    expect(causes.get('again')).toContain('look');
  });

  test('anything repeated: it has its causes', () => {
    const twice = linkSession([ask, ...look, ...fix, ...fix, ...run('tests', 'npm test', 'ok')]);
    expect(twice.map(({ key }) => key)).toEqual(['look', 'fix', 'fix', 'tests']);
    expect(twice[1]!.causes).not.toEqual([]);
    expect(twice[2]!.causes).toEqual([]);
    const once = linkSession([ask, ...look, ...fix, ...run('tests', 'npm test', 'ok')]);
    expect(twice[3]!.causes).toEqual(once[2]!.causes);
    expect(linkSession([ask, ...look, ask, ...fix])).toEqual(linkSession([ask, ...look, ...fix]));
  });

  test('what lies more than a thousand steps back', () => {
    const between = (count: number): readonly LinkerInput[] =>
      Array.from({ length: count }, (_, index) => run(`step ${index}`, `date ${index}`)).flat();
    expect(causesOfLast(ask, look, between(900), fix).map(({ cause }) => cause)).toContain('look');
    expect(causesOfLast(ask, look, between(1_100), fix).map(({ cause }) => cause)).not.toContain('look');
  });
});

describe('the causes of a call', () => {
  test('do not include what merely came just before', () => {
    const causes = causesOfLast(prompt('ask', 'run uptime'), pastime, run('before', 'true'), run('last', 'uptime'));
    expect(causes.map(({ cause }) => cause)).toEqual(['ask']);
  });

  test('are none where there is nothing before it', () => {
    expect(causesOfLast(run('first', 'date'))).toEqual([]);
  });

  test('have evidence that can be recognised at a glance: long lines are cut, white space is not kept', () => {
    const long = `const message = ${'"a rather long text that goes on"   +\t'.repeat(5)};`;
    const [best] = causesOfLast(ask, read('look', 'src/cart.ts', `1→${long}`), edit('fix', 'src/cart.ts', long, right));
    const [shown] = best!.evidence;
    expect(shown).toMatch(/^shows the line it replaces: "const message = "a rather long text that goes on" \+ .*…"$/);
    expect(shown!.length).toBeLessThan(100);
  });

  test('have evidence that is cut between characters, never inside one', () => {
    const emoji = Array.from({ length: 40 }, (_, before) => `greet(${'x'.repeat(before)}${'🙂'.repeat(40)} world)`);
    const shown = emoji.flatMap((line) =>
      causesOfLast(ask, read('look', 'src/cart.ts', `1→${line}`), edit('fix', 'src/cart.ts', line, right)).flatMap(
        ({ evidence }) => evidence,
      ),
    );
    expect(shown.filter((text) => !text.isWellFormed())).toEqual([]);
  });

  test('are found as well on Windows', () => {
    const [best] = causesOfLast(
      prompt('ask', 'tidy up'),
      run('list', 'dir /s /b src', 'C:\\shop\\src\\cart.ts\nC:\\shop\\src\\money.ts'),
      pastime,
      read('look', 'C:\\shop\\src\\money.ts', ''),
    );
    expect(best!.cause).toBe('list');
  });
});
