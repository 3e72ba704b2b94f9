// node ingest.mjs STORE PATH…: one ingest in a process of its own. Prints what it took as JSON. Not TypeScript: what
// Node needs to understand that would be counted in. STEMMA_BENCH_DIST names the build.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { peakMemory } from './peak-memory.mjs';

const [, , storePath, ...paths] = process.argv;
const built = (name) => import(pathToFileURL(join(process.env['STEMMA_BENCH_DIST'], `${name}.js`)).href);
const { ingest } = await built('ingest/ingest');
const sources = await (await built('sources/registry')).loadSources();
const { openStore } = await built('store/open-store');
// As the command does.
(await built('platform/keep-heap-small')).keepHeapSmall();

const cpuBefore = process.cpuUsage();
const started = performance.now();
const store = await openStore(storePath, { mode: 'write', home: join(tmpdir(), 'stemma-bench-home') });
const report = await ingest({
  store,
  sources,
  machine: { home: tmpdir(), env: {} },
  paths,
  exclude: [],
  workspace: 'local',
  clock: Date.now,
});
await store[Symbol.asyncDispose]();
const seconds = (performance.now() - started) / 1000;

const cpu = process.cpuUsage(cpuBefore);
const cpuSeconds = (cpu.user + cpu.system) / 1e6;
const { files, sessions, events, bytes, lines, problems } = report;
/** @type {import('../ingest-run.ts').IngestRun} */
const run = {
  seconds,
  cpuSeconds,
  peakBytes: peakMemory(),
  files,
  sessions,
  events,
  bytes,
  issues: lines.issue,
  problems: problems.length,
};
process.stdout.write(JSON.stringify(run));
