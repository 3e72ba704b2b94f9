import type { JsonObject } from '../../platform/parse-records.ts';

/** Reads what an agent's hooks send: mostly a table of field names. */
export interface AgentHooks {
  /** The session a payload is about; undefined when it does not name one. */
  session(payload: JsonObject): HookSession | undefined;
  /** What happened. Undefined for an unknown event. */
  read(event: string, payload: JsonObject): HookEvent | undefined;
  /**
   * Tools that run sub-agents whose calls are reported as if the main session made them. While one of these runs, the
   * session of a call is unknown.
   */
  subagentTools?(payload: JsonObject): readonly string[];
  /** The event of a prompt. */
  readonly promptEvent?: string;
  /** How a session starts, from the payload of its start event; undefined when it gets no note. */
  sessionStart?(payload: JsonObject): HookSessionStart | undefined;
  /**
   * A result as the agent's transcript records it, where hooks send it with more around it: both must give the same
   * fingerprint.
   */
  recorded?(result: HookResult, payload: JsonObject): Pick<HookResult, 'output' | 'exitCode'> | undefined;

  /** Other agents run the hooks in its settings too: see `claims`. */
  readonly isShared?: true;
  /** Whether a payload that came through the hooks of another agent is this one's. */
  claims?(payload: JsonObject): boolean;

  /** It treats anything but JSON on a hook's standard output as a broken hook. */
  readonly needsJson?: true;
  readonly accepts?: AcceptedNotes;
}

/** The notes an agent accepts from its hooks, and how they are written. */
export interface AcceptedNotes {
  readonly advice?: AdviceEvents;
  /** Events of a session that starts or was compacted. */
  readonly resume?: readonly string[];
  /** What the hook prints so that the model reads the note. Nothing in it decides anything. */
  output(event: string, note: string): Readonly<Record<string, unknown>>;
}

/** The events after which an agent accepts a note about a failed call. */
export interface AdviceEvents {
  /** Events of failed calls only. */
  readonly failed?: readonly string[];
  /** Events of all calls that ended: the hook looks for signs of a failure first. */
  readonly ended?: readonly string[];
  /**
   * Calls that ended well by their exit code though part of them failed. Only payloads that match `where`, an extended
   * regular expression, before a sign of failure count.
   */
  readonly masked?: { readonly event: string; readonly where: string };
}

/** Native ids; they end up in uids and file names, so `session` accepts nothing but plain ids. */
export interface HookSession {
  /** The main session: names the hook log. */
  readonly main: string;
  readonly cwd?: string | undefined;
  /** The part of the uid after the flavor: the main session's id, or the sub-agent's. */
  readonly native: string;
}

export interface HookSessionStart {
  readonly how: 'fresh' | 'compacted';
  /** Native id of the session that was compacted, where the agent goes on in a new one. */
  readonly previous?: string | undefined;
}

export interface HookCall {
  /** The agent's id of the call, as in its transcript. */
  readonly id?: string | undefined;
  readonly tool: string;
  readonly input: unknown;
}

export interface HookResult extends HookCall {
  readonly output: string;
  readonly exitCode?: number | undefined;
  readonly status?: 'ok' | 'failed' | 'denied' | 'interrupted' | undefined;
  readonly durationMs?: number | undefined;
}

export type HookEvent =
  /** A call is about to run. */
  | { readonly is: 'call'; readonly call: HookCall }
  /** `mayBeCopy`: copies of calls are reported as well, so it counts only after the call was reported. */
  | { readonly is: 'result'; readonly result: HookResult; readonly mayBeCopy?: true }
  /** All calls of one response, also those no other hook reported. */
  | { readonly is: 'batch'; readonly results: readonly HookResult[] }
  /** The person is asked whether a call may run; a notification does not name the call. */
  | { readonly is: 'permission'; readonly call?: HookCall | undefined; readonly text: string }
  | { readonly is: 'decision'; readonly type: string; readonly text: string; readonly call?: HookCall | undefined }
  | { readonly is: 'intervention'; readonly type: string; readonly text: string }
  | { readonly is: 'failure'; readonly type: string; readonly text: string }
  /**
   * A prompt, an answer, or a session that starts or ends: no open call will get a result. `answer`: the agent has
   * answered, in words that are empty where its hooks do not have them.
   */
  | { readonly is: 'turn'; readonly answer?: string }
  /** Known, and better recorded in the transcript. */
  | { readonly is: 'nothing' };

export const nothing: HookEvent = { is: 'nothing' };
export const turn: HookEvent = { is: 'turn' };
