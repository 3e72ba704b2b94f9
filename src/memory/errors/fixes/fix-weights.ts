import fitted from './fix-weights.json' with { type: 'json' };
import { fixSignals, type FixSignal } from './fix-signals.ts';

/** Which steps are named as the fix of a failure. Written by `npm run eval -- --fit-fixes`. */
export interface FixWeights {
  /** On what it was fitted. */
  readonly fitted: { readonly sessions: number; readonly failures: number };
  /** A step that the rules propose is named from this chance on. */
  readonly threshold: number;
  /** Log odds of a step without any signal. */
  readonly base: number;
  readonly signals: Readonly<Partial<Record<FixSignal, number>>>;
}

/** How likely a step fixed a failure. The keys of both say which they are. */
export type FixChance = (failed: string, step: string, signals: Float64Array) => number;

export interface FixChoice {
  readonly threshold: number;
  readonly chance: FixChance;
  /** Asked about every later step, not only about those that the rules propose; for fitting. */
  readonly isAskedAboutAll?: boolean;
}

export function fixChoice({ threshold, base, signals }: FixWeights = fitted): FixChoice {
  const weights = fixSignals.map((name) => signals[name] ?? 0);
  return {
    threshold,
    chance: (_failed, _step, row) => {
      let odds = base;
      for (let at = 0; at < weights.length; at++) odds += weights[at]! * row[at]!;
      return 1 / (1 + Math.exp(-odds));
    },
  };
}
