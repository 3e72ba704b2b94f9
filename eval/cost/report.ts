import type { Compared } from './compared.ts';

/** The part of docs/quality.md about what was used. */
export function report(all: readonly Compared[]): string {
  const equal = all.filter(({ verdict }) => verdict === 'equal');
  const priced = all.filter(
    ({ reported, usd, verdict }) => verdict === 'equal' && reported.usd !== null && reported.usd > 0 && usd !== null,
  );
  const right = priced.filter(({ reported, usd }) => Math.abs(reported.usd! - usd!) < 1e-6);
  const guessed = [
    ...new Set(
      priced
        .filter((one) => !right.includes(one))
        .map(({ reported }) => `${reported.source} ${reported.capture.split('-')[0]}`),
    ),
  ].join(', ');
  return [
    '## Usage reported by agents, compared with stemma',
    '',
    `Written by \`npm run eval:cost\`; do not edit. In our captures agents report the usage of a session ${all.length} times.`,
    '',
    `- ${equal.length} sums equal those of stemma to the token; for the other ${all.length - equal.length} the reason is known. Input excludes cached tokens.`,
    `- For ${priced.length} of the equal sums the agent also reports a cost, and the model has a price or the agent recorded one for each response:`,
    `  ${right.length} of these equal the cost of stemma to a millionth of a dollar${priced.length === right.length ? '' : ` (the others: ${guessed}, which guessed the price of a model)`}.`,
    '- The other models were invented for the captures, or the agent records no cost.',
    '',
    '| agent | capture | reported in | input | output | cache read | cache write | stemma | |',
    '|---|---|---|---|---|---|---|---|---|',
    ...all.map(
      ({ reported, tokens, verdict }) =>
        `| ${reported.source} | ${reported.capture} | ${reported.where} | ${reported.tokens.join(' | ')} | ${verdict === 'equal' ? 'equal' : tokens.join(' ')} | ${verdict === 'equal' ? '' : verdict === 'differs' ? '**not known why**' : verdict.why} |`,
    ),
  ].join('\n');
}
