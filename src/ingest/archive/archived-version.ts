import { peekStream } from '../../platform/files/peek.ts';
import type { Source } from '../../sources/source.ts';
import type { FileMark, PieceRow, StoreReader } from '../../store/store.ts';
import { maskedIdentity } from '../scan/mask-sessions.ts';
import type { ByteSource } from '../scan/scan.ts';
import type { ScanJob } from '../scan/scan-batch.ts';
import { isInside } from './restore.ts';

interface ArchivedVersion {
  readonly job: ScanJob;
  readonly pieces: readonly Omit<PieceRow, 'data'>[];
  readonly bytes: ByteSource;
}

/** A version of a file as the archive has it, to be read again; undefined where it has no content of its own. */
export async function archivedVersion(
  read: StoreReader,
  source: Source,
  { path }: FileMark,
  version: number,
): Promise<ArchivedVersion | undefined> {
  const pieces = await read.pieces(path, version);
  if (pieces.length === 0) return undefined;
  const end = pieces.reduce((max, { start, length }) => Math.max(max, start + length), 0);
  const bytes: ByteSource = (_path, from) => read.bytes(path, version, from, end);
  const peek = await peekStream(path, bytes(path, 0));
  const document = source.matches(peek) ? source.document?.(peek) : undefined;
  const contained = source.container !== undefined && isInside(path);
  const job: ScanJob = {
    path,
    source: source.name,
    identity: maskedIdentity(source.identify(peek)),
    ...(document && { document }),
    ...(contained && { contained }),
    resume: null,
    firstVersion: version,
  };
  return { job, pieces, bytes };
}
