import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownFiles, readLines } from '../fixtures.ts';
import { idOf } from './database.ts';
import { goose } from './index.ts';
import { tokensOf } from './usage.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

test('ids that are counted each day get when the session began; others stay', () => {
  expect(idOf({ id: '20261119_1', created_at: '2026-11-19 21:38:57' })).toBe('20261119_1-213857');
  expect(idOf({ id: '20250325_200615', created_at: '2025-03-25 20:06:15' })).toBe('20250325_200615');
  expect(idOf({ id: '../../etc', created_at: '2026-11-19 21:38:57' })).toBeUndefined();
});

test('a file of lines whose session is in the database is left out', async () => {
  const home = mkdtempSync(join(tmpdir(), 'stemma-test-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const scenario of ['1.52.0-fix', 'by-hand-lines']) cpSync(join(fixtures, scenario), home, { recursive: true });
  const folder = join(home, '.local/share/goose/sessions');
  writeFileSync(join(folder, '20261119_1.jsonl'), '{}\n');
  const found = await Array.fromAsync(goose.discover({ home, env: {} }));
  expect(found).toEqual([join(folder, 'sessions.db'), join(folder, '20250325_200615.jsonl')]);
});

test('tokens from the cache are counted once, whichever way the input is stated', () => {
  const used = { cacheReadInputTokens: 60, cacheWriteInputTokens: 10 };
  const once = { input: 30, output: 5, cache_read: 60, cache_write: 10 };
  expect(tokensOf({ inputTokens: 100, outputTokens: 5, totalTokens: 105, ...used })).toEqual(once);
  expect(tokensOf({ inputTokens: 30, outputTokens: 5, totalTokens: 105, ...used })).toEqual(once);
  expect(tokensOf({})).toBeUndefined();
});

test('calls of one response belong to its text, though each is stored with its result', async () => {
  const [file] = await ownFiles(goose, join(fixtures, '1.52.0-parallel'));
  const drafts = readLines(goose, goose.identify(file!.peek), file!.records).flatMap(({ drafts: all }) => all ?? []);
  const calls = drafts.filter(({ what }) => what.is === 'call');
  const [text] = drafts.filter(({ what }) => what.is === 'message');
  expect(calls).toHaveLength(3);
  expect(calls.map(({ parent }) => parent)).toEqual([text!.key, text!.key, text!.key]);
});
