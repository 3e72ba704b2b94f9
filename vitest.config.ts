import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { folderInMemory } from './test/setup/folder-in-memory.ts';
import { LongestFirst } from './test/setup/longest-first.ts';

// What agents worked on, in fixtures, may hold tests of its own.
const exclude = [...configDefaults.exclude, '**/fixtures/**'];
const files = globSync('{src,test,web/src}/**/*.test.ts', { exclude: ['**/fixtures/**'] });
const names = (path: string, what: RegExp): boolean => what.test(readFileSync(path, 'utf8'));

/** Replaces a module, so it must be the first to load it; or needs a disk, because what a shell writes to /dev is no file. */
const alone = files.filter((path) => names(path, /\bvi\.(?:m|doM)ock\(/) || path === 'src/ask/blame/blame.test.ts');

/** What a test file needs besides the sources, by what it names: the built program, a server, a browser. */
const needs = /\bdist\/|support\/postgres\.ts|web\/browser\.ts/;
const whole = files.filter((path) => !alone.includes(path) && (path.startsWith('test/') || names(path, needs)));

/** Units that take more than two seconds each: random input, long sessions, clocks that are waited for. */
const slow = [
  'src/causal/any-session.test.ts',
  'src/http/client.test.ts',
  'src/http/live.test.ts',
  'src/http/team/team-server.test.ts',
  'src/live/hook/hook.test.ts',
  'src/live/watch/watch.test.ts',
  'src/memory/embed/vectors.test.ts',
  'src/normalise/operations/operations.test.ts',
  'src/platform/redact.test.ts',
  'src/sdk/adapters/otel/otel.test.ts',
  'src/sources/registry.test.ts',
  'src/store/sqlite/kill.test.ts',
];
const quick = files.filter((path) => ![...alone, ...whole, ...slow].includes(path));

const shared = {
  exclude,
  // Node strips the types itself: nothing is transformed, and each module is read once per process.
  experimental: { viteModuleRunner: false },
  // Processes, not threads: node:sqlite handles, chdir and environment variables belong to one process.
  pool: 'forks',
  // Starting a process and loading the sources again takes longer than most files, so files share them.
  isolate: false,
  // Some tests start the built program; on two busy cores that takes a moment.
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // What is waited for is waited for as long as the machine needs.
  expect: { poll: { timeout: 10_000 } },
} as const;

const temporary = folderInMemory();
// What one process has compiled, the others of this run need not: see test/support/program-env.ts.
if (temporary !== undefined) process.env['NODE_COMPILE_CACHE'] ??= join(temporary, 'compiled');
const inMemory = { ...shared, ...(temporary !== undefined && { env: { TMPDIR: temporary } }) };

const shares = { ...inMemory, setupFiles: ['test/setup/resolve-as-written.ts', 'test/setup/heap-as-it-is.ts'] };
const globalSetup = ['test/setup/fresh-dist.mjs', 'test/setup/bring-programs.ts'];
const notQuick = [...whole, ...slow];

/** A process is of one project. Where all run (scripts/check.mjs), one project saves loading the sources again. */
const all = [{ test: { ...shares, name: 'all', include: [...notQuick, ...quick], globalSetup } }];
const wholeAndQuick = [
  { test: { ...shares, name: 'whole', include: notQuick, globalSetup } },
  { test: { ...shares, name: 'quick', include: quick, globalSetup: ['test/setup/say-what-is-left-out.ts'] } },
];

export default defineConfig(({ mode }) => ({
  test: {
    // One more than there are cores, at least three: many tests wait for a process or for a clock. Four were no faster.
    maxWorkers: Math.max(3, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...shared, name: 'alone', include: alone, isolate: true } },
      ...(mode === 'all' ? all : wholeAndQuick),
    ],
  },
}));
