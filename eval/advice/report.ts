import type { Replay, Spoken } from './replay.ts';

export interface Figures {
  readonly failures: number;
  readonly with_past: number;
  readonly spoke: number;
  /** Of the failures whose fingerprint has a past fix. */
  readonly share: number;
  readonly right: number;
  /** Leaving out those that nothing is known to have helped against. */
  readonly right_of_fixed: number;
}

export function figuresOf({ failures, withPast, spoken }: Replay): Figures {
  const fixed = spoken.filter(({ wasFixed }) => wasFixed);
  return {
    failures,
    with_past: withPast,
    spoke: spoken.length,
    share: ratio(spoken.length, withPast),
    right: rightShare(spoken),
    right_of_fixed: rightShare(fixed),
  };
}

export interface Band {
  readonly from: number;
  readonly spoke: number;
  readonly said: number;
  readonly right: number;
}

/** How sure it was, and how often right. */
export function bandsOf(spoken: readonly Spoken[]): readonly Band[] {
  return [...Map.groupBy(spoken, ({ advice }) => Math.floor(advice.confidence * 10) / 10)]
    .toSorted(([a], [b]) => a - b)
    .map(([from, own]) => ({
      from,
      spoke: own.length,
      said: own.reduce((sum, { advice }) => sum + advice.confidence, 0) / own.length,
      right: rightShare(own),
    }));
}

/** Advice about one error that comes every day is one lesson, however often it was right. */
export function distinctOf(spoken: readonly Spoken[]): { readonly errors: number; readonly right: number } {
  const byError = [...Map.groupBy(spoken, ({ chain }) => chain.error.fingerprint).values()];
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
  const { failures, with_past, spoke, share, right, right_of_fixed } = figuresOf(replayed);
  const distinct = distinctOf(replayed.spoken);
  return `## Advice at the moment of need

Written by \`npm run eval:advice\` with stemma ${version} over ${corpus}. History is replayed in the order it happened; at each real failure stemma is asked
with only what was known by then, and gives advice once per error and session. It is right when its advice is what then fixed it: the same command,
or the same file. A failure without a known fix counts against it.

Of ${failures} real failures ${with_past} had an earlier one like them with a fix. It gave advice **${spoke}** times (${percent(share)} of those) and was right
**${percent(right)}** of the time; ${percent(right_of_fixed)} where the fix is known. These were ${distinct.errors} different errors; each counted once it was right ${percent(distinct.right)} of the time.

| speaks from | spoke | share | right | right where it is known |
|---|---|---|---|---|
${thresholds.map(({ least, figures }) => `| ${least.toFixed(1)} | ${figures.spoke} | ${percent(figures.share)} | ${percent(figures.right)} | ${percent(figures.right_of_fixed)} |`).join('\n')}

| how sure | spoke | said | right |
|---|---|---|---|
${bandsOf(replayed.spoken)
  .map(
    ({ from, spoke: count, said, right: share_ }) =>
      `| ${from.toFixed(1)}–${(from + 0.1).toFixed(1)} | ${count} | ${percent(said)} | ${percent(share_)} |`,
  )
  .join('\n')}
`;
}

function rightShare(spoken: readonly Spoken[]): number {
  return ratio(spoken.filter(({ isRight }) => isRight).length, spoken.length);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
