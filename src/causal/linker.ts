import type { Operation } from '../model/operation.ts';
import type { EdgeType, Origin } from '../model/words.ts';
import type { Shown } from './text/shown.ts';

/**
 * Finds what each call of one session depended on, while the session is told in order. Keys are the drafts' own.
 * Nothing looks ahead, so it works on a session that is still running, and memory does not grow with the session.
 */
export interface Linker {
  prompt(told: PromptTold): void;
  /** Gives the causes of the call, best first. A key that was told before is left out: it has its causes. */
  call(told: CallTold): readonly FoundCause[];
  /** A call that has its causes elsewhere, such as a copy: remembered as others are, and not asked about. */
  pass(told: CallTold): void;
  result(told: ResultTold): void;
}

export interface PromptTold {
  readonly key: string;
  readonly text: string;
  readonly origin: Origin;
}

export interface CallTold {
  readonly key: string;
  /** The message it was issued in; calls of one message do not cause each other. */
  readonly message?: string;
  /** Where the session works, so that a path means the same file however it is written. The first one told stays. */
  readonly folder?: string;
  /** What it says besides its edits, see `argumentsOf`. */
  readonly text: string;
  readonly operations: readonly Operation[];
}

export interface ResultTold {
  readonly call: string;
  /** What it shows, see `readShown`. */
  readonly shown: Shown;
  readonly failed: boolean;
}

export interface FoundCause {
  /** Key of the prompt or call. */
  readonly cause: string;
  readonly types: readonly EdgeType[];
  /** 0..1, as often right as it says. */
  readonly confidence: number;
  /** What was seen and where. */
  readonly evidence: readonly string[];
}
