import { namedMachine } from '../platform/machine-name.ts';
import { StemmaError } from '../model/stemma-error.ts';
import { isPostgres } from './archive-address.ts';
import type { ArchiveEnd, ArchiveTarget } from './copy/archive-end.ts';

export interface OpenEnds {
  readonly from: string;
  readonly to: string;
  /** stemma's home: the files of an archive in a file are those of this machine. */
  readonly home: string;
  /** Called once, when there is another writer to wait for. */
  readonly onWait?: () => void;
}

/** Both ends of a copy, the source first. */
export async function openEnds({
  from,
  to,
  home,
  onWait,
}: OpenEnds): Promise<{ readonly source: ArchiveEnd; readonly target: ArchiveTarget }> {
  if (from === to)
    throw new StemmaError('bad-argument', 'That would copy the archive to itself.', {
      hint: 'Name another with --to.',
    });
  const source = await openSource(from, home);
  try {
    return { source, target: await openTarget(to, home, onWait) };
  } catch (error) {
    await source[Symbol.asyncDispose]();
    throw error;
  }
}

async function openSource(address: string, home: string): Promise<ArchiveEnd> {
  if (isPostgres(address)) return await (await import('./postgres/copy/archive-end.ts')).postgresSource(address);
  return await (await import('./sqlite/copy/archive-end.ts')).sqliteSource(address, namedMachine(home));
}

async function openTarget(address: string, home: string, onWait: (() => void) | undefined): Promise<ArchiveTarget> {
  if (isPostgres(address)) return await (await import('./postgres/copy/archive-target.ts')).postgresTarget(address);
  return await (
    await import('./sqlite/copy/archive-target.ts')
  ).sqliteTarget(address, namedMachine(home), onWait ? { onWait } : {});
}
