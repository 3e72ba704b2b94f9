import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ingest, type IngestOptions } from '../../ingest/ingest.ts';
import { appendTo } from '../spool/append-to.ts';
import type { Ran } from './run-program.ts';

/** Reads the log of a run into the archive, and whatever agents wrote since it began. */
export async function bringIn(ran: Ran, options: Omit<IngestOptions, 'paths' | 'only'>): Promise<void> {
  const mark = await options.store.read.newest();
  await ingest({ ...options, paths: [ran.log, ...(await written(ran, options))] });
  const transcripts = ran.commits.size > 0 ? await sameCommits(ran, options, mark) : [];
  if (transcripts.length > 0) {
    await appendTo(
      ran.log,
      transcripts
        .map(
          ([session, commit]) =>
            `${JSON.stringify({ stemma: 'run', run: ran.run, t: 'transcript', at: new Date(options.clock()).toISOString(), id: `t:${session}`.slice(0, 100), session, commit })}\n`,
        )
        .join(''),
    );
    await ingest({ ...options, paths: [ran.log], briefly: true });
  }
  await rm(ran.folder, { recursive: true, force: true });
}

const maxLookedAt = 20_000;

/** Files of agents that changed during the run, as `watch` would find them. */
async function written(
  { folder, began }: Ran,
  { sources, machine }: Pick<IngestOptions, 'sources' | 'machine'>,
): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const found = new Set(names.filter((name) => name.endsWith('.history')).map((name) => join(folder, name)));
  for (const source of sources) {
    if (source.name === 'run') continue;
    for await (const path of source.discover(machine)) {
      const info = await stat(path).catch(() => undefined);
      // File systems have different time resolutions.
      if (info?.isFile() && info.mtimeMs >= began - 2_000) found.add(path);
    }
  }
  return [...found];
}

/** Sessions of agents with a commit of this run: the hash is the only common id. */
async function sameCommits(
  { run, commits }: Ran,
  { store, sources }: Pick<IngestOptions, 'store' | 'sources'>,
  mark: number,
): Promise<readonly (readonly [string, string])[]> {
  const own = `${sources.find(({ name }) => name === 'run')?.flavor ?? 'run'}:${run}`;
  const found = new Map<string, string>();
  const { events } = await store.read.eventsSince(mark, maxLookedAt);
  for (const { session, native_id } of events) {
    const native = native_id ?? '';
    if (session === own || found.has(session) || !/^[0-9a-f]{7,64}$/.test(native)) continue;
    const commit = [...commits].find((hash) => hash.startsWith(native));
    if (commit !== undefined) found.set(session, commit.slice(0, 12));
  }
  return [...found];
}
