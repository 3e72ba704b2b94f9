import type { ErrorContext } from '../../model/chain.ts';

/** A failure entered by a person or a program. */
export interface ManualFailure {
  /** The error: a line, or the whole output. */
  readonly message: string;
  /** Any JSON object: file, line, code_snippet, stack_trace, reproduction_steps, environment. */
  readonly context?: ErrorContext;
  /** When it happened: a date, ISO text or milliseconds; now when absent. */
  readonly at?: Time;
}

/** An attempt to fix it. */
export interface ManualAttempt {
  /** In one line: `npm install`, `await the promise`. */
  readonly action: string;
  /** A patch, or a description of one. */
  readonly codeChanges?: string;
  /** True resolves the failure. Absent: not known yet. */
  readonly successful?: boolean;
  readonly at?: Time;
}

export type Time = Date | string | number;

/** An entry whose input has been checked: its time is in milliseconds. */
export type Checked<Entry> = Omit<Entry, 'at'> & { readonly at?: number };
