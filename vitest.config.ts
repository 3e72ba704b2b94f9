import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/src/**/*.test.ts'],
    // What agents worked on, in fixtures, may hold tests of its own.
    exclude: [...configDefaults.exclude, '**/fixtures/**'],
    globalSetup: ['test/setup/fresh-dist.mjs', 'test/setup/bring-postgres.ts', 'test/setup/bring-chromium.ts'],
    // Processes, not threads: node:sqlite handles, chdir and environment variables belong to one test file.
    pool: 'forks',
    // Left alone, vitest keeps one core for itself, which is half of a small machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Some tests start the built program; on two busy cores that takes a moment.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What is waited for is waited for as long as the machine needs.
    expect: { poll: { timeout: 10_000 } },
  },
});
