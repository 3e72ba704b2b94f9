import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

// What agents worked on, in fixtures, may hold tests of its own.
const exclude = [...configDefaults.exclude, '**/fixtures/**'];

/** What a test file needs besides the sources, by what it names: the built program, a server, a browser. */
const needs = /\bdist\/|support\/postgres\.ts|setup\/|web\/stage\.ts|web\/browser\.ts/;
const files = globSync('{src,test,web/src}/**/*.test.ts', { exclude: ['**/fixtures/**'] });
const whole = files.filter((path) => path.startsWith('test/') || needs.test(readFileSync(path, 'utf8')));

/** Units that take more than three seconds each: random input, long sessions, clocks that are waited for. */
const slow = [
  'src/causal/any-session.test.ts',
  'src/live/hook/hook.test.ts',
  'src/live/watch/watch.test.ts',
  'src/memory/embed/vectors.test.ts',
  'src/normalise/operations/operations.test.ts',
  'src/platform/redact.test.ts',
  'src/sdk/adapters/otel/otel.test.ts',
  'src/sources/registry.test.ts',
  'src/store/sqlite/kill.test.ts',
];

const shared = {
  exclude,
  // Processes, not threads: node:sqlite handles, chdir and environment variables belong to one process.
  pool: 'forks',
  // Some tests start the built program; on two busy cores that takes a moment.
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // What is waited for is waited for as long as the machine needs.
  expect: { poll: { timeout: 10_000 } },
} as const;

export default defineConfig({
  test: {
    // One more than there are cores, at least three: many tests wait for a process or for a clock.
    maxWorkers: Math.max(3, availableParallelism()),
    // Units share a process: starting one and loading the sources again took longer than most of them.
    projects: [
      {
        test: {
          ...shared,
          name: 'quick',
          include: files.filter((path) => !whole.includes(path) && !slow.includes(path)),
          globalSetup: ['test/setup/say-what-is-left-out.ts'],
          isolate: false,
        },
      },
      { test: { ...shared, name: 'slow', include: slow, isolate: false } },
      {
        test: {
          ...shared,
          name: 'whole',
          include: whole,
          globalSetup: ['test/setup/fresh-dist.mjs', 'test/setup/bring-postgres.ts', 'test/setup/bring-chromium.ts'],
        },
      },
    ],
  },
});
