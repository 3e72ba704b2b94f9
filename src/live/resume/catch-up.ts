import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { IngestOptions } from '../../ingest/ingest.ts';
import type { Store, StoreReader } from '../../store/store.ts';
import { recentMs } from './latest-before.ts';
import type { SessionStart } from './session-start.ts';

export type CatchUpOptions = Pick<IngestOptions, 'sources' | 'machine' | 'exclude' | 'workspace' | 'clock'> & {
  readonly signal: AbortSignal;
};

/** Files of the sessions a note is about that the archive lacks something of; none when they cannot be listed. */
export async function filesBehind(
  start: SessionStart,
  read: StoreReader,
  options: CatchUpOptions,
): Promise<readonly string[]> {
  try {
    if (start.how === 'fresh') return await newestInFolder(start, read, options);
    const { transcript } = start;
    return transcript !== undefined && (await grownFile(transcript, read)) ? [transcript] : [];
  } catch {
    return [];
  }
}

/**
 * Reads what the archive lacks of these files, as far as time allows. The next ingest reads the rest; on any error the
 * note is written from what is there.
 */
export async function catchUp(paths: readonly string[], store: Store, options: CatchUpOptions): Promise<void> {
  try {
    const { ingest } = await import('../../ingest/ingest.ts');
    await ingest({ ...options, store, paths, briefly: true });
  } catch {
    // Interrupted or unreadable: the archive is as complete as before.
  }
}

const maxFiles = 4;

/**
 * Transcripts of the same agent that have grown: those of this folder first where the agent separates them, then the
 * newest.
 */
async function newestInFolder(
  { agent, transcript }: SessionStart,
  read: StoreReader,
  { sources, machine, clock, signal }: CatchUpOptions,
): Promise<readonly string[]> {
  const found: { readonly path: string; readonly mtimeMs: number; readonly isNear: boolean }[] = [];
  for await (const path of sources.find(({ name }) => name === agent)?.discover(machine) ?? []) {
    if (signal.aborted) return [];
    const grown = path === transcript ? undefined : await grownFile(path, read, clock() - recentMs);
    if (!grown) continue;
    const isNear = transcript !== undefined && dirname(path) === dirname(transcript);
    found.push({ path, mtimeMs: grown.mtimeMs, isNear });
  }
  return found
    .toSorted((a, b) => Number(b.isNear) - Number(a.isNear) || b.mtimeMs - a.mtimeMs)
    .slice(0, maxFiles)
    .map(({ path }) => path);
}

/** Undefined when the file is gone, was not written since `since`, was evicted, or is archived as it is. */
async function grownFile(path: string, read: StoreReader, since = 0): Promise<Stats | undefined> {
  const info = await stat(path).catch(() => undefined);
  if (!info?.isFile() || info.mtimeMs < since) return undefined;
  const known = await read.file(path);
  if (known?.evicted || (known?.size === info.size && known.mtimeMs === info.mtimeMs)) return undefined;
  return info;
}
