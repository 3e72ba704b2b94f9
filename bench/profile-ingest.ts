// node bench/profile-ingest.ts [PATH…]: where the time of an ingest goes, thread by thread and statement by statement.
// Without PATH it reads the corpus. The profiles stay in the folder it names, for a browser's developer tools.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { IngestRun } from './ingest-run.ts';
import type { StatementTime } from './child/time-statements.ts';
import { findCorpus } from './corpus.ts';
import { dist } from './stemma.ts';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const folder = mkdtempSync(join(tmpdir(), 'stemma-profile-'));
const corpus = process.argv.length > 2 ? undefined : findCorpus(folder);
const paths = corpus?.folders ?? process.argv.slice(2);

const plain = ingest('plain', []);
const profiled = ingest('profiled', ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500']);
const watched = ingest('watched', [
  '--import',
  pathToFileURL(join(import.meta.dirname, 'child/time-statements.ts')).href,
]);
console.log(
  `${plain.seconds.toFixed(2)} s plain, ${profiled.seconds.toFixed(2)} s profiled, ${watched.seconds.toFixed(2)} s with statements timed; ${plain.events} events, ${(plain.bytes / 1e6).toFixed(0)} MB\n`,
);

for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.cpuprofile'))
  .sort()) {
  console.log(file);
  printShares(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile);
}
printStatements(JSON.parse(readFileSync(join(folder, 'statements.json'), 'utf8')) as StatementTime[]);
console.log(`\nProfiles: ${folder}`);

function ingest(name: string, flags: readonly string[]): IngestRun {
  const child = join(import.meta.dirname, 'child/ingest.mjs');
  const env = { ...process.env, STEMMA_BENCH_DIST: dist, STEMMA_BENCH_STATEMENTS: join(folder, 'statements.json') };
  const run = spawnSync(process.execPath, [...flags, child, join(folder, `${name}.db`), ...paths], {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as IngestRun;
}

/** Each sample counts for the innermost function that belongs to a part we have a name for. */
function printShares({ nodes, samples, timeDeltas }: Profile): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const partOf = (id: number | undefined): string => {
    for (let at = id; at !== undefined; at = parents.get(at)) {
      const part = partOfFrame(byId.get(at)!.callFrame);
      if (part !== undefined) return part;
    }
    return 'other';
  };
  const parts = new Map<string, number>();
  const functions = new Map<string, number>();
  samples.forEach((id, i) => {
    const ms = timeDeltas[i]! / 1000;
    const { functionName, url, lineNumber } = byId.get(id)!.callFrame;
    add(parts, partOf(id), ms);
    add(functions, `${functionName || '(anonymous)'} ${url.split('/').slice(-3).join('/')}:${lineNumber + 1}`, ms);
  });
  print(parts, 20);
  console.log('  by function (self time)');
  print(functions, 25);
}

function partOfFrame({ functionName, url }: Profile['nodes'][number]['callFrame']): string | undefined {
  if (functionName === '(idle)' || functionName === '(garbage collector)') return functionName;
  if (url === 'node:zlib') return 'zstd';
  if (functionName === 'postMessage') return 'messages between threads';
  if (url.startsWith('node:internal/modules') || functionName.startsWith('compile')) return 'loading modules';
  if (url.startsWith('node:internal/worker') || url.startsWith('node:internal/per_context/messageport'))
    return 'messages between threads';
  const room = /\/(?:dist|src|\.build)\/(.+)\.[jt]s$/.exec(url)?.[1];
  if (room === undefined) return functionName === 'hash' ? 'hashing' : undefined;
  if (room.startsWith('platform/redact')) return 'redact';
  if (room === 'platform/parse-records') return 'JSON.parse';
  if (
    room === 'platform/files/split-lines' ||
    room === 'platform/files/bytes-of' ||
    room === 'ingest/scan/piece-builder'
  )
    return 'read and split';
  if (room === 'model/ids') return 'ids';
  if (room.startsWith('sources/')) return `reader (${room.split('/')[1]})`;
  if (room.startsWith('normalise/')) return 'normalise';
  return room;
}

function printStatements(statements: readonly StatementTime[]): void {
  console.log('SQL in the main thread');
  for (const { sql, calls, ms } of statements.slice(0, 25))
    console.log(
      `  ${ms.toFixed(0).padStart(7)} ms ${String(calls).padStart(8)} ×  ${sql.replace(/\s+/g, ' ').trim().slice(0, 110)}`,
    );
}

function add(sums: Map<string, number>, name: string, ms: number): void {
  sums.set(name, (sums.get(name) ?? 0) + ms);
}

function print(sums: ReadonlyMap<string, number>, most: number): void {
  const total = [...sums.values()].reduce((a, b) => a + b, 0);
  for (const [name, ms] of [...sums].sort((a, b) => b[1] - a[1]).slice(0, most)) {
    console.log(`  ${ms.toFixed(0).padStart(7)} ms ${((100 * ms) / total).toFixed(1).padStart(5)} %  ${name}`);
  }
}
