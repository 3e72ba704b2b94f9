// node ingest.ts STORE PATH…: one ingest in a process of its own. Prints what it took as JSON.
import { tmpdir } from 'node:os';
import { built } from '../stemma.ts';
import { peakMemory } from './peak-memory.mjs';

export interface IngestRun {
  /** From opening the store until it is closed; starting Node and loading the modules is not counted. */
  readonly seconds: number;
  /** Of all threads: on a busy machine it says more than the time on the wall. */
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  readonly files: number;
  readonly sessions: number;
  readonly events: number;
  readonly bytes: number;
  readonly issues: number;
  readonly problems: number;
}

const [, , storePath, ...paths] = process.argv;
const { ingest } = await built('ingest/ingest');
const { sources } = await built('sources/registry');
const { openSqlite } = await built('store/sqlite/open');
// As the command does.
(await built('platform/keep-heap-small')).keepHeapSmall();

const cpuBefore = process.cpuUsage();
const started = performance.now();
const store = await openSqlite(storePath!, { mode: 'write' });
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
const run: IngestRun = { seconds, cpuSeconds, peakBytes: peakMemory(), files, sessions, events, bytes, issues: lines.issue, problems: problems.length };
process.stdout.write(JSON.stringify(run));
