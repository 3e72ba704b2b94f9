import { mkdirSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { AnalysisCache } from '../../../ingest/analysis/analysis-cache.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import { loadSources } from '../../../sources/registry.ts';
import { openStore } from '../../../store/open-store.ts';
import { isPostgres } from '../../../store/archive-address.ts';
import type { Store } from '../../../store/store.ts';
import type { SpacePlace } from '../../../team/space-place.ts';
import { markMade } from '../../../team/is-made.ts';
import { toSend } from './sent-error.ts';
import type { FromThread, ThreadData, ToThread, Work } from './thread-messages.ts';
import type { Outcome, WriterJob } from './writer-job.ts';
import { writerJobs } from './writer-jobs.ts';

// The thread that writes to archives, one job after the other. An archive stays open for a while after its last job, so
// that a machine that pushes every few seconds does not open it each time.

interface OpenSpace {
  readonly store: Store;
  readonly analyses: AnalysisCache;
  idle?: NodeJS.Timeout;
}

const port = parentPort!;
const { home, database } = workerData as ThreadData;
/** Of one archive: sessions that machines push in turn. */
const growingFiles = 48;
/** The one used last is the last one. */
const spaces = new Map<string, OpenSpace>();
let turn: Promise<void> = Promise.resolve();

port.on('message', (message: ToThread) => {
  turn = turn.then(() => (message === 'end' ? end() : work(message)));
});

async function work({ number, job, place, together }: Work): Promise<void> {
  const outcomes = await run(job, place, together);
  port.postMessage({
    number,
    outcomes: outcomes.map((outcome) => ('error' in outcome ? { error: toSend(outcome.error) } : outcome)),
  } satisfies FromThread);
}

async function run(
  job: Work['job'],
  place: SpacePlace,
  together: readonly unknown[],
): Promise<readonly Outcome<unknown>[]> {
  try {
    const { store, analyses } = await openSpace(place);
    const { folder, workspace } = place;
    const sources = await loadSources();
    const outcomes = await (writerJobs[job] as unknown as WriterJob<unknown>).run(
      { store, folder, workspace, sources, clock: Date.now, analyses },
      together,
    );
    if (outcomes.some((outcome) => 'error' in outcome && isOfStore(outcome.error))) await close(place.archive);
    else restAfter(place.archive);
    return outcomes;
  } catch (error) {
    // Whatever is wrong with it, the next job gets a fresh one.
    await close(place.archive);
    return together.map(() => ({ error }));
  }
}

async function openSpace(place: SpacePlace): Promise<OpenSpace> {
  let space = spaces.get(place.archive);
  clearTimeout(space?.idle);
  spaces.delete(place.archive);
  if (!space) {
    for (const [oldest] of spaces) if (spaces.size >= maxOpen) await close(oldest);
    makeFolder(place);
    if (database !== undefined && isPostgres(place.archive))
      await (await import('../../../store/postgres/databases.ts')).createDatabase(database, place.archive);
    space = {
      store: await openStore(place.archive, { mode: 'write', home }),
      analyses: new AnalysisCache(growingFiles),
    };
    markMade(place);
  }
  spaces.set(place.archive, space);
  return space;
}

function makeFolder({ folder, workspace }: SpacePlace): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (!['ENOTDIR', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new StemmaError('bad-argument', `The workspace ${workspace} was deleted.`, {
      hint: 'Ask who runs the server for another one.',
      cause: error,
    });
  }
}

function restAfter(archive: string): void {
  const space = spaces.get(archive);
  if (!space) return;
  space.idle = setTimeout(() => {
    turn = turn.then(() => close(archive));
  }, idleMs);
  space.idle.unref();
}

async function close(archive: string): Promise<void> {
  const space = spaces.get(archive);
  if (!space) return;
  clearTimeout(space.idle);
  spaces.delete(archive);
  try {
    await space.store[Symbol.asyncDispose]();
  } catch {
    // It could not be used any more.
  }
}

async function end(): Promise<void> {
  for (const archive of spaces.keys()) await close(archive);
  port.close();
}

function isOfStore(error: unknown): boolean {
  return !(error instanceof StemmaError) || error.code.startsWith('store-');
}

/** Each may keep 20 MB of its archive in memory. */
const maxOpen = 4;
const idleMs = 15_000;
