import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IngestRun } from './ingest-run.ts';
import type { ParseRun } from './child/parse.ts';

export function ingestInChild(store: string, paths: readonly string[]): IngestRun {
  return inChild('ingest.mjs', [store, ...paths]) as IngestRun;
}

export function parseInChild(files: readonly string[], folder: string): ParseRun {
  const list = join(folder, 'files.json');
  writeFileSync(list, JSON.stringify(files));
  return inChild('parse.ts', [list]) as ParseRun;
}

export interface DigestRun {
  readonly ms: number;
  readonly peakBytes: number;
  readonly events: number;
  /** Of the digest, as JSON. */
  readonly bytes: number;
}

export function digestInChild(store: string, session: string): DigestRun {
  return inChild('digest.mjs', [store, session]) as DigestRun;
}

export interface ModelRun {
  readonly loadMs: number;
  /** Of texts one by one, and of each of several at a time. */
  readonly one: readonly number[];
  readonly together: readonly number[];
  /** What loading and use added. */
  readonly bytes: number;
  readonly peakBytes: number;
}

export function modelInChild(folder: string): ModelRun {
  return inChild('model.mjs', [folder]) as ModelRun;
}

/** Runs a file of `child/` in a fresh process, and parses what it printed. */
function inChild(file: string, args: readonly string[]): unknown {
  const run = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'child', file), ...args],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (run.status !== 0) throw new Error(`${file} ended with ${run.status ?? run.signal}:\n${run.stderr}`);
  return JSON.parse(run.stdout);
}
