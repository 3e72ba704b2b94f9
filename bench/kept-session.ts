import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { writeSessionOf } from './generate.ts';
import { version } from './million.ts';
import type { Say } from './promise.ts';
import { ingestInChild } from './run-child.ts';

export interface KeptSession {
  /** As STEMMA_HOME. */
  readonly home: string;
  /** Native id of the session. */
  readonly session: string;
}

/**
 * A store that holds one session of so many events, and its sub-agents. Kept under `name` as the store of a million
 * events is: see million.ts.
 */
export function keptSession(name: string, events: number, say: Say): KeptSession {
  const all = join(tmpdir(), `${name}-${userInfo().uid}`);
  const home = join(all, version());
  const file = join(home, 'session');
  if (existsSync(file)) return { home, session: readFileSync(file, 'utf8') };

  if (existsSync(all)) for (const old of readdirSync(all)) rmSync(join(all, old), { recursive: true, force: true });
  const making = `${home}.making`;
  mkdirSync(making, { recursive: true, mode: 0o700 });
  say(`writing a session of ${events.toLocaleString('en')} events`);
  const transcripts = `${home}.transcripts`;
  const { path } = writeSessionOf(transcripts, events);
  const run = ingestInChild(join(making, 'stemma.db'), [transcripts]);
  say(`ingesting took ${run.seconds.toFixed(0)} s: ${run.events} events`);
  rmSync(transcripts, { recursive: true });
  const session = path.slice(path.lastIndexOf('/') + 1, -'.jsonl'.length);
  writeFileSync(join(making, 'session'), session);
  renameSync(making, home);
  return { home, session };
}

/** The one that what is promised of a long session is measured with. */
export function hundredThousand(say: Say): KeptSession {
  return keptSession('stemma-bench-hundred-thousand', 100_000, say);
}
