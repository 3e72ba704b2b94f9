import type { Replay, GivenAdvice } from './replay.ts';

export interface Figures {
  readonly failures: number;
  readonly with_past: number;
  readonly given: number;
  /** Of the failures whose fingerprint has a past fix. */
  readonly share: number;
  readonly right: number;
  /** Only failures with a known fix. */
  readonly right_of_fixed: number;
}

export function figuresOf({ failures, withPast, given }: Replay): Figures {
  const fixed = given.filter(({ wasFixed }) => wasFixed);
  return {
    failures,
    with_past: withPast,
    given: given.length,
    share: ratio(given.length, withPast),
    right: rightShare(given),
    right_of_fixed: rightShare(fixed),
  };
}

export interface Band {
  readonly from: number;
  readonly given: number;
  readonly meanConfidence: number;
  readonly right: number;
}

/** Confidence, and how often the advice was right. */
export function bandsOf(given: readonly GivenAdvice[]): readonly Band[] {
  return [...Map.groupBy(given, ({ advice }) => Math.floor(advice.confidence * 10) / 10)]
    .toSorted(([a], [b]) => a - b)
    .map(([from, own]) => ({
      from,
      given: own.length,
      meanConfidence: own.reduce((sum, { advice }) => sum + advice.confidence, 0) / own.length,
      right: rightShare(own),
    }));
}

/** Advice about one error that comes every day counts once, however often it was right. */
export function distinctOf(given: readonly GivenAdvice[]): { readonly errors: number; readonly right: number } {
  const byError = [...Map.groupBy(given, ({ chain }) => chain.error.fingerprint).values()];
  return {
    errors: byError.length,
    right: byError.length === 0 ? 0 : byError.reduce((sum, own) => sum + rightShare(own), 0) / byError.length,
  };
}

export function asMarkdown({
  corpus,
  version,
  replayed,
  thresholds,
}: {
  readonly corpus: string;
  readonly version: string;
  readonly replayed: Replay;
  readonly thresholds: readonly { readonly least: number; readonly figures: Figures }[];
}): string {
  const { failures, with_past, given, share, right, right_of_fixed } = figuresOf(replayed);
  const distinct = distinctOf(replayed.given);
  return `## Advice after a failed call

Written by \`npm run eval:advice\` with stemma ${version} over ${corpus}. History is replayed in order. At each real failure stemma
gets only what was known by then, and gives advice once per error and session. Advice is correct when it names what then fixed the failure: the same
command or the same file. Advice on a failure without a known fix counts as wrong.

Of ${failures} real failures, ${with_past} had an earlier occurrence with a fix. stemma gave advice **${given}** times (${percent(share)} of those), and **${percent(right)}** of it was correct;
${percent(right_of_fixed)} where the fix is known. The advice was about ${distinct.errors} different errors; with each error counted once, ${percent(distinct.right)} was correct.

| confidence from | advice given | share | correct | correct where the fix is known |
|---|---|---|---|---|
${thresholds.map(({ least, figures }) => `| ${least.toFixed(1)} | ${figures.given} | ${percent(figures.share)} | ${percent(figures.right)} | ${percent(figures.right_of_fixed)} |`).join('\n')}

| confidence | advice given | mean confidence | correct |
|---|---|---|---|
${bandsOf(replayed.given)
  .map(
    ({ from, given: count, meanConfidence, right: share_ }) =>
      `| ${from.toFixed(1)}–${(from + 0.1).toFixed(1)} | ${count} | ${percent(meanConfidence)} | ${percent(share_)} |`,
  )
  .join('\n')}
`;
}

function rightShare(given: readonly GivenAdvice[]): number {
  return ratio(given.filter(({ isRight }) => isRight).length, given.length);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
