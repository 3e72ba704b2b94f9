import type { Operation } from '../../../model/operation.ts';
import type { Origin } from '../../../model/words.ts';

/** What error stories need to know of a step, whichever agent made it. Told in the order in which steps ended. */
export type StepFacts = PromptFacts | CallFacts;

export interface PromptFacts {
  readonly is: 'prompt';
  readonly key: string;
  readonly at: number | null;
  readonly isCopy?: boolean;
  readonly origin: Origin;
}

export interface CallFacts {
  readonly is: 'call';
  /** Names the step for ever. */
  readonly key: string;
  readonly at: number | null;
  readonly tool: string;
  readonly operations: readonly Operation[];
  /** Calls that the model issued together share it; null when nobody knows. */
  readonly message: string | null;
  readonly ended: Ending;
  /** Of what did not end well: the one line that says why; '' when nothing does. */
  readonly reason: string;
  /** The lines of its output that say what is wrong, most telling first, at most a few dozen. */
  readonly complaints: readonly string[];
  /** Whose doing it was is known: it is a copy of what another session told. */
  readonly isCopy?: boolean;
  /** What it printed; read once, not kept. */
  readonly output: string;
}

/**
 * `answered`: it ended with a code other than 0 and did its work all the same: grep that finds nothing.
 * `denied`: a person or a rule said no. `interrupted`: a person stopped it.
 */
export type Ending = 'ok' | 'failed' | 'answered' | 'denied' | 'interrupted';
