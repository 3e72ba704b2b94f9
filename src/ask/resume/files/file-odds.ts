import fitted from './file-weights.json' with { type: 'json' };
import { fileSignals, isOwn, signalsOf, type FileContext, type FileSignal } from './file-signals.ts';
import type { WorkFile } from '../facts/work.ts';

/** Weights of a file's signals, fitted on sessions that were cut in the middle: see eval/resume. */
export interface FileWeights {
  readonly bias: number;
  readonly weights: Readonly<Record<FileSignal, number>>;
  /** Factor on the fitted odds, chosen for the best score. */
  readonly sharpness: number;
}

export interface FileOdds {
  readonly file: WorkFile;
  /** How likely the file is to be needed again. */
  readonly odds: number;
}

/** Files with the odds that they are needed again, likeliest first. */
export function fileOdds(context: FileContext, weights: FileWeights = fitted): readonly FileOdds[] {
  return [...signalsOf(context)]
    .map(([file, signals]) => ({ file, odds: oddsFrom(signals, weights) * (isOwn(file) ? 1 : delegated) }))
    .toSorted((a, b) => b.odds - a.odds || b.file.last.place - a.file.last.place);
}

export function oddsFrom(signals: readonly number[], { bias, weights, sharpness }: FileWeights): number {
  const sum = fileSignals.reduce((total, signal, at) => total + weights[signal] * signals[at]!, bias);
  return 1 / (1 + Math.exp(-sharpness * sum));
}

/** Files only a sub-agent used served its answer and are rarely needed again. */
const delegated = 0.4;

/**
 * As many files as improve the list. The expected F1 of a list of k files is about
 * 2·(sum of their odds) / (k + sum of all odds); files are added as long as that grows.
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

/** Continued work returns to a file or two, whatever the odds. */
const fewest = 2;
