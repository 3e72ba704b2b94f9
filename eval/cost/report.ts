import type { Compared } from './compared.ts';

/** The part of docs/quality.md about what was used. */
export function report(all: readonly Compared[]): string {
  const equal = all.filter(({ verdict }) => verdict === 'equal');
  const priced = all.filter(
    ({ said, usd, verdict }) => verdict === 'equal' && said.usd !== null && said.usd > 0 && usd !== null,
  );
  const right = priced.filter(({ said, usd }) => Math.abs(said.usd! - usd!) < 1e-6);
  return [
    '# What agents say they used, and what stemma counts',
    '',
    `Written by \`npm run eval:cost\`; do not edit. In our captures agents themselves say ${all.length} times what a session used: ${equal.length} sums are equal to the token, and of ${all.length - equal.length} it is known why`,
    `they are not. Input leaves out what was cached. Of ${priced.length} of the equal ones the agent also says what they cost, and the model has a price or the agent recorded one for each response: ${right.length} times it is what stemma says, to a millionth of a dollar`,
    `${priced.length === right.length ? '' : `(the others: ${[...new Set(priced.filter((one) => !right.includes(one)).map(({ said }) => `${said.source} ${said.capture.split('-')[0]}`))].join(', ')}, which priced a model by guess)`}. The rest of the models were invented for the captures, or the agent keeps no account of money.`,
    '',
    '| agent | capture | says | input | output | cache read | cache write | stemma | |',
    '|---|---|---|---|---|---|---|---|---|',
    ...all.map(
      ({ said, tokens, verdict }) =>
        `| ${said.source} | ${said.capture} | ${said.where} | ${said.tokens.join(' | ')} | ${verdict === 'equal' ? 'equal' : tokens.join(' ')} | ${verdict === 'equal' ? '' : verdict === 'differs' ? '**not known why**' : verdict.why} |`,
    ),
  ].join('\n');
}
