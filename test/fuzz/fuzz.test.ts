import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fuzz } from './fuzz.ts';

// `npm run fuzz` is the whole campaign; this is one round of it.

test('files of all agents that were changed at random, and a damaged archive, stop nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-fuzz-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { failures, commands } = await fuzz({ seed: 24, files: 24, folder, perRound: 24 });
  expect(failures).toEqual([]);
  expect(commands).toBeGreaterThan(100);
});
