import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { filesBelow } from './files-below.ts';
import { writeFleet } from './generate.ts';
import type { Say } from './promise.ts';
import { ingestInChild } from './run-child.ts';
import { dist } from './stemma.ts';

export interface Million {
  /** As STEMMA_HOME. */
  readonly home: string;
  readonly store: string;
}

const events = 1_000_000;

/**
 * A store of a million events: generated transcripts, ingested as a user would. It takes a minute or two to make and
 * is kept in the temporary folder until the generator, or what writes a store, changes.
 */
export function millionEvents(say: Say): Million {
  const all = join(tmpdir(), `stemma-bench-million-${userInfo().uid}`);
  const home = join(all, version());
  const store = join(home, 'stemma.db');
  if (existsSync(store)) return { home, store };

  if (existsSync(all)) for (const old of readdirSync(all)) rmSync(join(all, old), { recursive: true, force: true });
  const making = `${home}.making`;
  const transcripts = `${home}.transcripts`;
  mkdirSync(making, { recursive: true, mode: 0o700 });
  say('writing transcripts of a million events');
  const fleet = writeFleet(transcripts, events);
  say(`ingesting ${fleet.events} events of ${fleet.sessions} sessions`);
  const run = ingestInChild(join(making, 'stemma.db'), [transcripts]);
  say(`took ${run.seconds.toFixed(0)} s: ${run.events} events`);
  rmSync(transcripts, { recursive: true });
  if (run.events < events) throw new Error(`The generated transcripts gave only ${run.events} events.`);
  renameSync(making, home);
  return { home, store };
}

export function version(): string {
  const hash = createHash('sha256');
  const written = [
    join(import.meta.dirname, 'generate'),
    join(dist, 'model'),
    join(dist, 'platform'),
    join(dist, 'sources'),
    join(dist, 'normalise'),
    join(dist, 'ingest'),
    join(dist, 'store/sqlite'),
  ];
  const files = written.flatMap((folder) => filesBelow(folder));
  for (const path of [join(import.meta.dirname, 'generate.ts'), ...files])
    if (/\.[jt]s$/.test(path)) hash.update(readFileSync(path));
  return hash.digest('hex').slice(0, 12);
}
