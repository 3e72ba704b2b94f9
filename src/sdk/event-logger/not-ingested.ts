import type { SessionUid } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { IngestReport } from '../../ingest/ingest.ts';

/** A question must not take minutes because nobody ingested before: more than this is left to the command. */
export const maxBytesToIngest = 100_000_000;

/** Logs of programs that are not in the archive yet. */
export interface NotIngested {
  readonly files: number;
  readonly bytes: number;
  /** Brings them in. */
  readonly command: string;
}

/** An answer, and what it could not know of. */
export type Answered<Answer> = Answer & {
  /** Absent when everything that was logged is in the archive. */
  readonly not_ingested?: NotIngested;
};

const command = 'stemma ingest --source sdk';

export function notIngested({ left }: IngestReport): NotIngested | undefined {
  return left && { files: left.files, bytes: left.bytes, command };
}

/** Where a logger's own session is among them, no answer about it would be true. */
export function refusedWithout(session: SessionUid, left: NotIngested): StemmaError {
  return new StemmaError(
    'not-ingested',
    `${inMegabytes(left)} of logs are not in the archive yet, those of ${session} among them.`,
    { hint: `Run \`${command}\` once, then ask again.` },
  );
}

/** What was not found may be in what was not read. */
export function withLeft(error: unknown, left: NotIngested | undefined): unknown {
  if (!left || !(error instanceof StemmaError) || !missing.has(error.code)) return error;
  return new StemmaError(error.code, error.message, {
    hint: `${inMegabytes(left)} of logs are not in the archive yet: \`${command}\` brings them in.`,
    cause: error,
  });
}

const missing: ReadonlySet<string> = new Set(['event-not-found', 'session-not-found']);

function inMegabytes({ bytes }: NotIngested): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
