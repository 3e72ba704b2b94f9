import fitted from './file-weights.json' with { type: 'json' };
import { fileSignals, isOwn, signalsOf, type FileContext, type FileSignal } from './file-signals.ts';
import type { WorkFile } from './work.ts';

/** What the signals of a file are worth, fitted on sessions that were cut in the middle: see eval/resume. */
export interface FileWeights {
  readonly bias: number;
  readonly weights: Readonly<Record<FileSignal, number>>;
  /** How much surer than the fit to be, by which the most is got right. */
  readonly sharpness: number;
}

export interface FileOdds {
  readonly file: WorkFile;
  /** How likely it is that the work goes back to it. */
  readonly odds: number;
}

/** Files by how likely they are needed again, likeliest first. */
export function fileOdds(context: FileContext, weights: FileWeights = fitted): readonly FileOdds[] {
  return [...signalsOf(context)]
    .map(([file, signals]) => ({ file, odds: oddsFrom(signals, weights) * (isOwn(file) ? 1 : delegated) }))
    .toSorted((a, b) => b.odds - a.odds || b.file.last.place - a.file.last.place);
}

export function oddsFrom(signals: readonly number[], { bias, weights, sharpness }: FileWeights): number {
  const sum = fileSignals.reduce((total, signal, at) => total + weights[signal] * signals[at]!, bias);
  return 1 / (1 + Math.exp(-sharpness * sum));
}

/** What only a sub-agent used was used for its answer. */
const delegated = 0.4;

/**
 * As many as it pays to name. Of a list that names k files, about 2·(sum of their odds) / (k + sum of all odds) is
 * expected to be right in the sense of F1: one more is named as long as that grows.
 */
export function worthNaming<Each extends { readonly odds: number }>(ranked: readonly Each[]): readonly Each[] {
  const all = Math.max(
    fewest,
    ranked.reduce((sum, { odds }) => sum + odds, 0),
  );
  let named = 0;
  let right = 0;
  let best = 0;
  for (const [at, { odds }] of ranked.entries()) {
    right += odds;
    const expected = (2 * right) / (at + 1 + all);
    if (expected <= best) break;
    best = expected;
    named = at + 1;
  }
  return ranked.slice(0, named);
}

/** Work that goes on goes back to a file or two, whatever the odds say. */
const fewest = 2;
