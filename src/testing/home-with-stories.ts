import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { openArchive } from './open-archive.ts';
import { fakeApp, type Ran } from './fake-app.ts';
import { delegation, failedTest, hostile, subagent } from './stories.ts';
import { link, writeStories } from './write-stories.ts';

/** A home folder with all stories in its archive and a command line there, for the tests of one file. */
export function homeWithStories(): {
  readonly home: string;
  readonly stemma: (...argv: string[]) => Promise<Ran>;
} {
  const home = mkdtempSync(join(tmpdir(), 'stemma-cli-'));
  beforeAll(async () => {
    // Text shows local time; let that be the same everywhere.
    vi.stubEnv('TZ', 'UTC');
    mkdirSync(join(home, '.stemma'));
    await using store = await openArchive(join(home, '.stemma', 'stemma.db'), 'write');
    await writeStories(store, failedTest, delegation, subagent, hostile);
    await link(store, subagent, [
      { of: delegation, cause: 'spawn', effect: 'task', evidence: ['call spawn started delegation/scout'] },
    ]);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(home, { recursive: true });
  });
  return { home, stemma: fakeApp(home).run };
}
