import type { Key, SessionUid } from './ids.ts';
import type { Operation } from './operation.ts';
import type { DetectedBy, Origin } from './words.ts';

/**
 * What cause and error analysis need of one event. It is extracted once, by the thread that reads, while the text is at
 * hand, and travels to the thread that writes. Plain data: a result comes as hashes and a few lines, not as its text.
 */
export type EventFacts = PromptFacts | CallFacts | ResultFacts | FailureFacts | OtherFacts;

/** Keys are those of the drafts: unique in their session. */
interface CommonFacts {
  readonly session: SessionUid;
  readonly key: string;
  readonly parent: string | undefined;
  readonly turn: string | undefined;
  readonly at: number | null;
}

export interface PromptFacts extends CommonFacts {
  readonly is: 'prompt';
  readonly text: string;
  readonly origin: Origin;
}

export interface CallFacts extends CommonFacts {
  readonly is: 'call';
  readonly tool: string;
  readonly summary: string;
  /** Its arguments besides what its edits replace and write, see `argumentsOf`. */
  readonly text: string;
  readonly operations: readonly Operation[];
  /** What it did, in the form in which calls of different sessions are compared, see `marksOf`. */
  readonly marks: readonly string[];
  /** Where the session began to work, so that a path means the same file however it is written. */
  readonly folder?: string;
  readonly recorded?: RecordedPlace;
}

/** Where a program itself put an event: the event, and the causes it named. */
export interface RecordedPlace {
  readonly event: Key;
  readonly causes: readonly Key[];
}

/** Something went wrong outside any call: the service of the model, a hook, a program. */
export interface FailureFacts extends CommonFacts {
  readonly is: 'failure';
  /** Such as `api_error` or `hook`, or the term it was logged under. */
  readonly type: string;
  readonly summary: string;
  readonly ending: CallEnding;
  readonly recorded?: RecordedPlace;
}

export interface ResultFacts extends CommonFacts {
  readonly is: 'result';
  /** Key of the call it answers. */
  readonly call: string;
  readonly shown: ShownText;
  readonly failed: boolean;
  readonly ending: CallEnding;
}

/** An event that neither analysis looks into; it may still be the parent of one they do. */
export interface OtherFacts extends CommonFacts {
  readonly is: 'other';
  readonly recorded?: RecordedPlace;
}

/** What a text shows, as hashes of its parts, most of them once. */
export interface ShownText {
  /** Words, then lines, then names, then paths. */
  readonly hashes: Int32Array;
  readonly words: number;
  readonly lines: number;
  readonly names: number;
  /** Characters of the text. */
  readonly size: number;
}

/** How a call ended, and what it printed when it did not end well. */
export interface CallEnding {
  readonly ended: Ending;
  /** What showed the failure; null when there is none. */
  readonly detectedBy: DetectedBy | null;
  /** The call foresaw the failure: its line goes on with `|| echo …`. */
  readonly foreseen?: true;
  /** The one line that says why; '' when there is none, or when all went well. */
  readonly reason: string;
  /** The lines of its output that say what is wrong, most informative first, at most a few dozen. */
  readonly errorLines: readonly string[];
  /** The few of them by which a person may know the failure, of every sort; see `keyLines`. */
  readonly keyLines: readonly string[];
  /** Both ends of a failed call's output; the beginning of a successful one's. Read once, not stored. */
  readonly output: string;
}

/**
 * `answered`: it ended with a code other than 0 and still did its work, such as grep that finds nothing. `denied`:
 * refused by a person or a rule. `interrupted`: a person stopped it.
 */
export type Ending = 'ok' | 'failed' | 'answered' | 'denied' | 'interrupted';
