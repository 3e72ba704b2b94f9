import { enterJob } from './jobs/enter.ts';
import { forgetJob } from './jobs/forget.ts';
import { prepareJob } from './jobs/prepare.ts';
import { readTelemetryJob } from './jobs/read-telemetry.ts';
import { receiveJob } from './jobs/receive.ts';
import { retainJob } from './jobs/retain.ts';
import { settleJob } from './jobs/settle.ts';
import type { WriterJob } from './writer-job.ts';

/** Everything that is written to an archive of the server. Only the writing thread loads it; others take its types. */
export const writerJobs = {
  prepare: prepareJob,
  enter: enterJob,
  readTelemetry: readTelemetryJob,
  receive: receiveJob,
  forget: forgetJob,
  retain: retainJob,
  settle: settleJob,
} as const;

type Jobs = typeof writerJobs;
export type JobName = keyof Jobs;
export type Argument<Name extends JobName> = Jobs[Name] extends WriterJob<infer Taken, infer _> ? Taken : never;
export type Answered<Name extends JobName> = Jobs[Name] extends WriterJob<infer _, infer Answer> ? Answer : never;
