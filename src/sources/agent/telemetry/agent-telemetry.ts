import type { Machine } from '../../source.ts';
import type { Telemetry } from './telemetry.ts';

/** How to read one agent's telemetry: what it adds to a session whose transcript another source reads. */
export interface AgentTelemetry {
  /** Files it was asked to write telemetry into; undefined where it was not. */
  files?(machine: Machine): readonly (string | undefined)[];
  /** Whether a record is this agent's. */
  owns(record: Telemetry): boolean;
  /** Native id of the main session; undefined when the record does not have it. */
  session(record: Telemetry): string | undefined;
  /** Native id of the sub-agent, after the slash of its uid. */
  subagent?(record: Telemetry): string | undefined;
  /** Calls inside calls belong to a sub-agent, and nothing shows which. */
  readonly hidesNested?: true;
  /** What a record reports. Undefined for a log record of an unknown kind. */
  factOf(record: Telemetry, context: Context): TelemetryFact | undefined;
}

export interface Context {
  /** The session's spans hold its calls, with their ids. */
  readonly hasCallSpans: boolean;
}

export type TelemetryFact =
  | { readonly is: 'nothing' }
  | ({ readonly is: 'call' } & ReportedCall)
  | {
      readonly is: 'decision';
      readonly call: ReportedCall;
      readonly type: 'permission_granted' | 'permission_denied';
      readonly text: string;
    }
  | { readonly is: 'failure'; readonly type: string; readonly text: string };

export interface ReportedCall {
  readonly id?: string | undefined;
  /** Undefined when only an earlier record named it. */
  readonly tool?: string | undefined;
  readonly input?: unknown;
  /** Undefined while nothing is known of its end. */
  readonly end?:
    | {
        readonly output: string;
        readonly status?: 'ok' | 'failed' | 'denied' | undefined;
        readonly exitCode?: number | undefined;
        readonly durationMs?: number | undefined;
      }
    | undefined;
  /** Another record of the same call may have had less. */
  readonly fuller?: true;
}

export const nothing: TelemetryFact = { is: 'nothing' };
