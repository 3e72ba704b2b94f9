import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/fresh-dist.mjs'],
    // Processes, not threads: node:sqlite handles, chdir and environment variables belong to one test file.
    pool: 'forks',
    // Some tests start the built program; on two busy cores that takes a moment.
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
