import type { CallFacts, PromptFacts, ResultFacts } from '../model/event-facts.ts';
import type { SessionState } from './session-so-far.ts';
import type { EdgeType } from '../model/words.ts';

/**
 * Finds what each call of one session depended on. It takes the events of the session in order and never looks ahead,
 * so it works on a session that is still running, and its memory does not grow with the session.
 */
export interface Linker {
  prompt(prompt: LinkedPrompt): void;
  /** Returns the causes of the call, best first; none for a key that came before: its causes are known. */
  call(call: LinkedCall): readonly FoundCause[];
  result(result: LinkedResult): void;
  /** For `createLinker`, once it was serialized. Its parts are still in use, and change with the next event. */
  state(): LinkerState;
}

/** What a linker remembers, as `v8.serialize` takes it. */
export type LinkerState = SessionState;

/** What a linker needs of the facts of an event. */
export type LinkedPrompt = Pick<PromptFacts, 'key' | 'text' | 'origin'>;
export type LinkedResult = Pick<ResultFacts, 'call' | 'shown' | 'failed'>;
export interface LinkedCall extends Pick<CallFacts, 'key' | 'text' | 'operations' | 'folder'> {
  /** The message it was issued in; calls of one message do not cause each other. */
  readonly message?: string;
}

export interface FoundCause {
  /** Key of the prompt or call. */
  readonly cause: string;
  readonly types: readonly EdgeType[];
  /** 0..1, calibrated: the share of such causes that are right. */
  readonly confidence: number;
  /** What was seen and where. */
  readonly evidence: readonly string[];
}
