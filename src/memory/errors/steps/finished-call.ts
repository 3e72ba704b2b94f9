import type { CallEnding, CallFacts } from '../../../model/event-facts.ts';

/** A call with its result, as error stories need it, whichever agent made it. */
export interface FinishedCall extends Pick<CallFacts, 'key' | 'at' | 'tool' | 'operations'>, CallEnding {
  /** Its arguments as text; absent where nothing but the operations is known. */
  readonly text?: string;
  /** Calls that the model issued together share it; null when it is not known. */
  readonly message: string | null;
  /** Keys of the steps that its recorder named as its causes. */
  readonly causes?: readonly string[];
  /** It is no call: something failed outside any, and its `tool` says what. */
  readonly isOutside?: true;
  /** Of a failure outside calls: the call it reports on, which has no result of its own. */
  readonly about?: FinishedCall;
}
