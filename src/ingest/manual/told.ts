import type { SessionUid } from '../../model/ids.ts';
import type { ErrorContext } from '../../model/chain.ts';

/** A failure as somebody tells it. */
export interface ToldFailure {
  /** What it said: a line, or the whole output. */
  readonly message: string;
  readonly context?: ErrorContext;
  /** When it happened: a date, ISO text or milliseconds; now when absent. */
  readonly at?: Time;
}

/** What was done about it. */
export interface ToldAttempt {
  /** In one line: `npm install`, `await the promise`. */
  readonly action: string;
  /** A patch, or words for one. */
  readonly codeChanges?: string;
  /** True resolves the failure. Absent: nobody knows yet. */
  readonly successful?: boolean;
  readonly at?: Time;
}

export type Time = Date | string | number;

/** Where and when it is told. */
export interface Telling {
  readonly workspace: string;
  readonly clock: () => number;
  /** The session it happened in. It need not be here. */
  readonly session?: SessionUid;
}
