import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openArchive } from '../testing/open-archive.ts';
import { failedTest } from '../testing/stories.ts';
import { writeStories } from '../testing/write-stories.ts';
import { recordChains } from '../testing/record-chains.ts';
import { openStemmaOf } from './open-stemma.ts';

const home = mkdtempSync(join(tmpdir(), 'stemma-sdk-errors-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('a program asks what failed like this before, what fails again and again, and what is unresolved', async () => {
  const path = join(home, 'stemma.db');
  {
    await using store = await openArchive(path, 'write');
    await writeStories(store, failedTest);
    await recordChains(
      store,
      { name: 'a', message: 'request timed out', state: 'resolved', tried: ['run retry'] },
      { name: 'b', message: 'request timed out' },
    );
  }
  const clock = () => Date.parse('2026-03-03T00:00:00Z');
  await using stemma = await openStemmaOf(
    { openStore: openArchive, sources: [], machine: { home, env: {} }, clock },
    { home },
  );
  expect(await stemma.similar('Error: request timed out', { limit: 1 })).toMatchObject({
    matches: [{ successful: true, fix_action_taken: 'run retry', times: 2 }],
    truncated: true,
  });
  expect(await stemma.patterns()).toMatchObject({
    patterns: [{ count: 2, resolved: 1, fixes: [{ action: 'run retry', worked: 1, tried: 1 }] }],
  });
  expect(await stemma.unresolved()).toMatchObject({
    unresolved: [{ chain: { error: { message: 'request timed out' } }, solved_elsewhere: { times: 1 } }],
    total: 1,
  });
});
