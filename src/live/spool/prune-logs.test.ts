import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync, appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingest } from '../../ingest/ingest.ts';
import { hooksSource } from '../../sources/hooks/index.ts';
import { agents } from '../../sources/registry.ts';
import { sdk } from '../../sources/sdk/index.ts';
import { openSqlite } from '../../store/sqlite/open.ts';
import type { Store } from '../../store/store.ts';
import { pruneLogs } from './prune-logs.ts';

const now = Date.parse('2026-11-16T10:00:00.000Z');
const line =
  '{"stemma":"hook","agent":"claude-code","event":"PreToolUse","at":"2026-09-01T10:00:00.000Z","from":"1.0","payload":{"session_id":"s","tool_use_id":"toolu_1","tool_name":"Read","tool_input":{"file_path":"a"}}}\n';
let home: string;
let log: string;
let store: Store;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'stemma-prune-'));
  log = join(home, 'hooks', 'claude-code', 's.jsonl');
  mkdirSync(join(log, '..'), { recursive: true });
  writeFileSync(log, line);
  age(40);
  store = await openSqlite(':memory:', { mode: 'write' });
});

afterEach(async () => {
  await store[Symbol.asyncDispose]();
  rmSync(home, { recursive: true });
});

test('an old hook log goes once it is in the archive', async () => {
  expect(await prune()).toBe(0);
  await archive();
  expect(await prune()).toBe(1);
  expect(existsSync(log)).toBe(false);
});

test('so does one of the SDK', async () => {
  rmSync(log);
  log = join(home, 'sdk', 'a.jsonl');
  mkdirSync(join(log, '..'));
  writeFileSync(
    log,
    '{"stemma":"sdk","v":1,"session":"s","tree":1,"at":1}\n{"t":"event","id":"a.1","at":2,"type":"x"}\n',
  );
  age(40);
  expect(await prune()).toBe(0);
  await archive();
  expect(await prune()).toBe(1);
  expect(existsSync(log)).toBe(false);
});

test('one that has something the archive has not stays', async () => {
  await archive();
  appendFileSync(log, line.replace('1.0', '2.0'));
  age(40);
  expect(await prune()).toBe(0);
});

test('a young one stays', async () => {
  age(3);
  await archive();
  expect(await prune()).toBe(0);
});

function age(days: number): void {
  const at = new Date(now - days * 24 * 60 * 60 * 1000);
  utimesSync(log, at, at);
}

async function archive(): Promise<void> {
  await ingest({
    store,
    sources: [hooksSource(agents), sdk],
    machine: { home, env: { STEMMA_HOME: home } },
    exclude: [],
    workspace: 'local',
    clock: () => now,
  });
}

function prune(): Promise<number> {
  return pruneLogs({ home, read: store.read, now });
}
