import type { SpacePlace } from '../../../team/space-place.ts';
import type { SentError } from './sent-error.ts';
import type { JobName } from './writer-jobs.ts';

/** What a writing thread is started with. */
export interface ThreadData {
  /** The folder of the server, with the name of this machine. */
  readonly home: string;
  /** The database whose server holds the archives; undefined for files. */
  readonly database: string | undefined;
}

export interface Work {
  readonly number: number;
  readonly job: JobName;
  readonly place: SpacePlace;
  readonly together: readonly unknown[];
}

/** `end`: close everything, then exit. */
export type ToThread = Work | 'end';

export interface FromThread {
  readonly number: number;
  readonly outcomes: readonly ({ readonly answer: unknown } | { readonly error: SentError })[];
}
