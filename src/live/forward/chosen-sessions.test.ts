import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { delegation, failedTest, subagent } from '../../testing/stories.ts';
import { storeInMemory } from '../../testing/store-in-memory.ts';
import { writeStories } from '../../testing/write-stories.ts';
import { chosenSessions, type LeftOut } from './chosen-sessions.ts';

test('a repository that refuses is left out, and so is a sub-agent that was started there, wherever it worked', async () => {
  const repo = mkdtempSync(join(tmpdir(), 'stemma-refusing-'));
  const store = storeInMemory();
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]();
    rmSync(repo, { recursive: true });
  });
  writeFileSync(join(repo, '.stemma.json'), '{"share": "none"}');
  await writeStories(store, failedTest, { ...delegation, cwd: repo }, subagent);
  const leftOut: LeftOut = { running: 0, refused: 0 };
  const chosen = async (...names: string[]) =>
    (await Array.fromAsync(chosenSessions(store.read, names, {}, { now: Date.now(), leftOut }))).map(({ uid }) => uid);

  expect(await chosen()).toEqual(['quill:failed-test']);
  expect(leftOut.refused).toBe(2);
  expect(await chosen('quill:delegation')).toEqual([]);
});
