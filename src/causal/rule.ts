import type { Signal } from './signals.ts';
import type { Past } from './history/past.ts';
import type { Step, Target } from './history/step.ts';

/**
 * One hypothesis about what causes a call. It looks at the past only, and reports what it sees; the weights are fitted.
 */
export type Rule = (target: Target, past: Past, propose: Propose) => void;

/** `value` 0..1; nothing is proposed at 0. The evidence is only computed when the cause is kept. */
export type Propose = (step: Step, signal: Signal, value: number, evidence?: () => string) => void;
