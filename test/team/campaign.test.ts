import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { campaign } from './campaign/campaign.ts';

// The server is dist/main.js. `npm run campaign` does the same with fifty machines for ten minutes.

test('machines push growing sessions to a server that is killed, through a network that loses requests: all arrive once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-campaign-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  const result = await campaign({
    folder,
    machines: 2,
    sessions: 3,
    seconds: 5,
    paceMs: 400,
    drops: 0.2,
    kills: 1,
  });

  expect(result.sessions).toEqual({ expected: 6, equal: 6, lost: 0, extra: 0 });
  expect(result.events.there).toBe(result.events.expected);
  expect(result.secrets.leaked).toEqual([]);
  expect(result.reads.refused).toEqual([]);
  expect(result.damage).toEqual([]);
}, 120_000);
