import type { JsonObject } from '../../platform/parse-records.ts';

/** How one agent's hooks speak. A table of field names, with an opinion where a field means more than it says. */
export interface AgentHooks {
  /** Name of the agent's source; first part of a spool file's name. */
  readonly agent: string;
  /** First part of the uids of its sessions. */
  readonly flavor: string;
  /** Whom a payload is about; undefined when it does not say. */
  speaker(payload: JsonObject): Speaker | undefined;
  /** What it says. Undefined for an event nobody knows. */
  told(event: string, payload: JsonObject): Told | undefined;
  /**
   * Tools that run sub-agents whose calls are told as if the main session made them. While one of these runs, nobody
   * can say whose a call is.
   */
  hides?(payload: JsonObject): readonly string[];
}

/** Native ids; they end up in uids and file names, so `speaker` lets nothing through that is no plain id. */
export interface Speaker {
  /** The main session: names the hook log. */
  readonly session: string;
  readonly cwd?: string | undefined;
  /** What comes behind the flavor in the uid; the main session's id unless a sub-agent speaks. */
  readonly native: string;
}

export interface Call {
  /** The agent's id of the call, as in its transcript. */
  readonly id?: string | undefined;
  readonly tool: string;
  readonly input: unknown;
}

export interface Answer extends Call {
  readonly output: string;
  readonly exitCode?: number | undefined;
  readonly status?: 'ok' | 'failed' | 'denied' | 'interrupted' | undefined;
  readonly durationMs?: number | undefined;
}

export type Told =
  /** A call is about to run. */
  | { readonly is: 'call'; readonly call: Call }
  /** `again`: it is told of copies of calls as well, so it means something only after the call was told. */
  | { readonly is: 'answer'; readonly answer: Answer; readonly again?: true }
  /** All calls of one response, also those no other hook told of. */
  | { readonly is: 'batch'; readonly answers: readonly Answer[] }
  /** The person is asked whether a call may run; a notification says only that something is asked. */
  | { readonly is: 'permission'; readonly call?: Call | undefined; readonly text: string }
  | { readonly is: 'decision'; readonly type: string; readonly text: string; readonly call?: Call | undefined }
  | { readonly is: 'intervention'; readonly type: string; readonly text: string }
  | { readonly is: 'failure'; readonly type: string; readonly text: string }
  /** A prompt, or a session that starts or ends: no call that is still open will be answered. */
  | { readonly is: 'turn' }
  /** Known, and told better by the transcript. */
  | { readonly is: 'nothing' };

export const nothing: Told = { is: 'nothing' };
export const turn: Told = { is: 'turn' };
