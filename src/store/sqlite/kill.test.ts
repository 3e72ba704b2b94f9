import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { uid } from '../contract-tests/cast.ts';
import { openSqlite } from './open.ts';

test('a writer killed in mid-transaction leaves the store whole, and the next one goes on at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-kill-'));
  const path = join(folder, 'stemma.db');
  try {
    let before = 0;
    for (let round = 0; round < 6; round += 1) {
      const written = await writeUntilKilled(path, 20 + round * 37);
      await using store = await openSqlite(path, { mode: 'write', waitMs: 0 });
      expect(await store.read.check()).toEqual([]);
      const events = await store.read.countEvents(uid);
      // What a commit reported done is there; a batch is there whole or not at all.
      expect(events).toBeGreaterThanOrEqual(before + written * eventsPerBatch);
      expect(events % eventsPerBatch).toBe(0);
      before = events;
    }
    expect(before).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);

const eventsPerBatch = 500;

/** How many batches the writer had reported done when it was killed. */
async function writeUntilKilled(path: string, afterMs: number): Promise<number> {
  const writer = spawn(process.execPath, ['--input-type=module', '--eval', script, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  writer.stdout.on('data', (chunk: Buffer) => (written += String(chunk)));
  await once(writer.stdout, 'data');
  await sleep(afterMs);
  writer.kill('SIGKILL');
  await once(writer, 'close');
  return written.split('done').length - 1;
}

const script = `
  import { openSqlite } from ${JSON.stringify(import.meta.resolve('./open.ts'))};
  import { eventKey, sessionUid, treeKey } from ${JSON.stringify(import.meta.resolve('../../model/ids.ts'))};
  import { writeSync } from 'node:fs';
  const uid = sessionUid('claude', 'one');
  const store = await openSqlite(process.argv[1], { mode: 'write' });
  const none = { events: 0, steps: 0, errors: 0, turns: 0, retries: 0, inputTokens: 0, outputTokens: 0, cacheTokens: 0, wallClockMs: 0 };
  const lines = { mapped: 0, state: 0, copy: 0, raw: 0, issue: 0 };
  let at = await store.read.countEvents(uid);
  writeSync(1, 'ready\\n');
  for (;;) {
    const events = Array.from({ length: ${eventsPerBatch} }, (_, n) => ({
      session: uid, key: eventKey(uid, 'e' + (at + n)), native: 'call_' + (at + n), at: 1, kind: 'assistant_msg', act: null, type: null, role: null,
      tool: null, summary: 'event ' + n, failed: false, origin: null, parent: null, step: null, turn: null, tokens: null, model: null, usd: null, durationMs: null, marks: [],
      offset: 0, length: 1, line: 0, search: 'word' + n + ' and a few more of them',
    }));
    at += ${eventsPerBatch};
    await store.write.commit({
      tree: treeKey(uid),
      file: { path: '/s', source: 'claude-code', session: uid, role: 'main', version: 0, bytes: 0, offset: at, lines, torn: false, size: 1, mtimeMs: 1, state: null, readAt: 1 },
      pieces: [], sessions: [{ uid, source: 'claude-code', nativeId: 'one', root: uid, workspace: 'local', add: { ...none, events: ${eventsPerBatch} } }],
      events, again: [], replaced: [], renewed: false, outcomes: [], links: [], edges: [], chains: [], unknown: [], issues: [],
    });
    writeSync(1, 'done\\n');
  }
`;
