import type { Basis, EdgeType, Outcome } from '../../model/words.ts';

/** Counts of one session, of an agent's sessions, or of all. */
export interface Numbers {
  readonly sessions: number;
  /** Outcomes, as far as known. */
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly steps: number;
  /** Prompts by people and by programs. */
  readonly prompts: number;
  readonly turns: number;
  /** What had to be dealt with, and how much of it is still open: the failures of `errors` that are `real`. */
  readonly failures: { readonly total: number; readonly open: number };
  /** Failed are those that returned an error, expected ones included. */
  readonly calls: Count;
  /** Calls that repeat a failed one. */
  readonly retries: number;
  /** Tests, builds, linters and type checkers that were run; passed are those that did not fail. */
  readonly checks: Count;
  readonly edits: Count;
  /** Files that were edited, each once a session. */
  readonly files: number;
  readonly tokens: { readonly input: number; readonly output: number; readonly cache: number };
  readonly time: Times;
  readonly causes: CauseNumbers;
}

export interface Count {
  readonly total: number;
  readonly failed: number;
}

export interface Times {
  /** Active time: see `wall_clock_s` of a session. */
  readonly turns_s: number;
  /** While at least one call was running; null when no call says how long it took. */
  readonly tools_s: number | null;
  /** The rest of the turns: the model, and waiting for a person. */
  readonly model_s: number | null;
}

export interface CauseNumbers {
  readonly edges: number;
  readonly by_type: Readonly<Partial<Record<EdgeType, number>>>;
  readonly by_basis: Readonly<Record<Basis, number>>;
  /** Inferred ones by confidence; below 0.5 they are only possible. */
  readonly by_confidence: Readonly<Record<Band, number>>;
  /** Causes of a step, on average. */
  readonly per_step: number;
  readonly steps_without: number;
  readonly calls_without: number;
}

export const bands = ['0.9', '0.7', '0.5', '0'] as const;
/** From this confidence on, up to the next. */
export type Band = (typeof bands)[number];

export function bandOf(confidence: number): Band {
  return bands.find((band) => confidence >= Number(band)) ?? '0';
}
