import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { IngestOptions } from '../../ingest/ingest.ts';
import { recentMs } from './latest-before.ts';
import type { SessionStart } from './session-start.ts';

export type CatchUpOptions = Pick<
  IngestOptions,
  'store' | 'sources' | 'machine' | 'exclude' | 'workspace' | 'clock'
> & { readonly signal: AbortSignal };

/**
 * Reads what the archive lacks of the sessions a note is about, as far as time allows. The next ingest reads the rest;
 * on any error the note is written from what is there.
 */
export async function catchUp(start: SessionStart, options: CatchUpOptions): Promise<void> {
  try {
    const paths =
      start.how === 'compacted' ? [start.transcript ?? ''].filter(existsSync) : await newestInFolder(start, options);
    if (paths.length === 0) return;
    const { ingest } = await import('../../ingest/ingest.ts');
    await ingest({ ...options, paths, briefly: true });
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
  { store, sources, machine, clock, signal }: CatchUpOptions,
): Promise<readonly string[]> {
  const found: { readonly path: string; readonly mtimeMs: number; readonly isNear: boolean }[] = [];
  for await (const path of sources.find(({ name }) => name === agent)?.discover(machine) ?? []) {
    if (signal.aborted) return [];
    const info = path === transcript ? undefined : await stat(path).catch(() => undefined);
    if (!info?.isFile() || clock() - info.mtimeMs > recentMs) continue;
    const known = await store.read.file(path);
    if (known?.evicted || (known?.size === info.size && known.mtimeMs === info.mtimeMs)) continue;
    found.push({
      path,
      mtimeMs: info.mtimeMs,
      isNear: transcript !== undefined && dirname(path) === dirname(transcript),
    });
  }
  return found
    .toSorted((a, b) => Number(b.isNear) - Number(a.isNear) || b.mtimeMs - a.mtimeMs)
    .slice(0, maxFiles)
    .map(({ path }) => path);
}
