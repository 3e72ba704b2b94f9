import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { IngestRun } from './ingest-run.ts';
import { findCorpus, type Corpus } from './corpus.ts';
import type { Say } from './promise.ts';
import { ingestInChild, parseInChild } from './run-child.ts';
import { megabytes } from './statistics.ts';
import { built } from './stemma.ts';
import { temporaryFolder } from './temporary.ts';

export interface Rounds {
  readonly corpus: Omit<Corpus, 'files' | 'folders'> & { readonly files: number };
  readonly rounds: readonly Round[];
  readonly store: { readonly blocks: number; readonly whole: number };
}

export interface Round {
  /** Seconds to split and parse everything in one thread, measured before and after the ingest: the better of both. */
  readonly parse: number;
  readonly first: IngestRun;
  readonly second: IngestRun;
}

const times = 5;
let measured: Promise<Rounds> | undefined;

/** The corpus parsed, ingested and ingested again, five times over, each in fresh processes. Measured once a run. */
export function ingestRounds(say: Say): Promise<Rounds> {
  measured ??= measure(say);
  return measured;
}

async function measure(say: Say): Promise<Rounds> {
  using scratch = temporaryFolder();
  const corpus = findCorpus(scratch.path);
  say(`${corpus.files.length} files, ${megabytes(corpus.bytes)}: ${corpus.says}`);
  // Once, so that all of it comes from memory afterwards.
  for (const path of corpus.files) readFileSync(path);

  const rounds: Round[] = [];
  let store = { blocks: 0, whole: 0 };
  for (let round = 0; round < times; round++) {
    using folder = temporaryFolder();
    const path = join(folder.path, 'stemma.db');
    const before = parseInChild(corpus.files, folder.path);
    const first = ingestInChild(path, corpus.folders);
    const after = parseInChild(corpus.files, folder.path);
    const second = ingestInChild(path, corpus.folders);
    rounds.push({ parse: Math.min(before.seconds, after.seconds), first, second });
    say(
      `round ${round + 1}: parse ${rounds.at(-1)!.parse.toFixed(2)} s, ingest ${first.seconds.toFixed(2)} s, again ${second.seconds.toFixed(3)} s`,
    );
    store = await sizes(path);
  }
  return {
    corpus: { bytes: corpus.bytes, files: corpus.files.length, says: corpus.says, isReal: corpus.isReal },
    rounds,
    store,
  };
}

async function sizes(path: string): Promise<Rounds['store']> {
  const { openSqlite } = await built('store/sqlite/open');
  await using store = await openSqlite(path, { mode: 'read' });
  const { bytes } = await store.read.overview();
  // The last writer has closed, which folds the log into the database; whatever is left of it counts.
  const whole = ['', '-wal', '-shm'].reduce(
    (sum, end) => sum + (statSync(path + end, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return { blocks: bytes.blocks, whole };
}
