import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ownFiles, peekAt, readLines } from '../fixtures.ts';
import type { Draft } from '../source.ts';
import { messagesInRoot } from './container/root.ts';
import { cursor } from './index.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const chat = 'b41f0c1e-6a54-4c0e-9d1b-1d5a3f6f9a01';
const transcript = '7c0ffee0-3333-4ddd-8eee-000000000001';

function home(...scenarios: readonly string[]): string {
  const path = mkdtempSync(join(tmpdir(), 'stemma-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const scenario of scenarios) cpSync(join(fixtures, scenario), path, { recursive: true });
  return path;
}

const discovered = async (path: string) =>
  (await Array.fromAsync(cursor.discover({ home: path, env: {} }))).map((file) => file.slice(path.length + 1));

async function draftsOf(scenario: string, ending: string): Promise<readonly Draft[]> {
  const file = (await ownFiles(cursor, join(fixtures, scenario))).find(({ name }) => name.endsWith(ending))!;
  return readLines(cursor, cursor.identify(file.peek), file.records).flatMap((reading) => reading.drafts ?? []);
}

describe('where its chats are', () => {
  test('databases of the command line and of the editor, and transcripts', async () => {
    const files = await discovered(home('by-hand-agent', 'by-hand-editor', 'by-hand-transcript'));
    expect(files.filter((file) => file.endsWith('store.db'))).toHaveLength(3);
    expect(files.filter((file) => file.endsWith('state.vscdb'))).toHaveLength(2);
    expect(files.filter((file) => file.endsWith('.jsonl'))).toHaveLength(2);
  });

  test('a transcript of a chat that a database has is left out: it has less', async () => {
    const path = home('by-hand-agent', 'by-hand-transcript');
    const folder = join(path, '.cursor/projects/home-dev-shop/agent-transcripts');
    cpSync(join(folder, transcript, `${transcript}.jsonl`), join(folder, chat, `${chat}.jsonl`));
    expect((await discovered(path)).filter((file) => file.includes(`${chat}.jsonl`))).toEqual([]);
  });
});

describe('what is never copied', () => {
  test('tokens and keys that lie in the same database', async () => {
    const path = 'by-hand-editor/.config/Cursor/User/globalStorage/state.vscdb';
    const database = readFileSync(join(fixtures, path), 'latin1');
    expect(database).toContain('this-key-is-never-read');
    expect(database).toContain('never-copied');
    const files = await ownFiles(cursor, join(fixtures, 'by-hand-editor'));
    const lines = files.flatMap(({ records }) => records.map(({ text }) => text)).join('\n');
    expect(lines).not.toMatch(/this-key-is-never-read|never-copied/);
  });
});

describe('a chat of the command line', () => {
  test('has its messages once, also what a summary has replaced and what was said twice', async () => {
    const drafts = await draftsOf('by-hand-agent', chat);
    const prompts = drafts.flatMap(({ what }) => (what.is === 'prompt' ? [what.text] : []));
    expect(prompts).toEqual([
      'What came before the summary',
      'The cart total is wrong. Fix it.',
      'continue',
      'continue',
    ]);
  });

  test('has every result with its call, and how it ended', async () => {
    const results = (await draftsOf('by-hand-agent', chat)).flatMap(({ what }) => (what.is === 'result' ? [what] : []));
    expect(results.map(({ call, status, exitCode }) => `${call.slice(0, 8)} ${status} ${exitCode}`)).toEqual([
      'toolu_01 ok undefined',
      'call_BBB ok 1',
      'toolu_01 failed undefined',
      'toolu_01 ok undefined',
      'toolu_01 ok undefined',
      'toolu_01 denied undefined',
    ]);
  });

  test('a root that is torn or is none gives what can be read', () => {
    const hash = Buffer.alloc(32, 5);
    const root = Buffer.concat([Buffer.from([0x0a, 32]), hash, Buffer.from([0x50, 1]), Buffer.from([0x0a, 32]), hash]);
    expect(messagesInRoot(root)).toEqual([hash.toString('hex'), hash.toString('hex')]);
    expect(messagesInRoot(root.subarray(0, 60))).toEqual([hash.toString('hex')]);
    for (const nothing of [undefined, 'text', Buffer.alloc(0), Buffer.alloc(9, 0xff), Buffer.from([0x0b])])
      expect(messagesInRoot(nothing)).toEqual([]);
  });
});

describe('a chat of the editor', () => {
  test('a call that still runs has no result, one that was refused is denied', async () => {
    const drafts = await draftsOf('by-hand-editor', '#0a1b2c3d-1111-4aaa-8bbb-000000000001');
    const calls = drafts.filter(({ what }) => what.is === 'call');
    const results = drafts.flatMap(({ what }) => (what.is === 'result' ? [what] : []));
    expect(calls).toHaveLength(6);
    expect(results.map(({ status }) => status)).toEqual(['ok', 'ok', 'failed', 'ok', 'denied']);
    expect(results[2]!.output).toBe('The string to replace was not found in the file.');
  });
});

test('a transcript that is written anew after a turn keeps its events', () => {
  const line = (role: string, text: string) => JSON.stringify({ role, message: { content: [{ type: 'text', text }] } });
  const turn = [line('user', '<user_query>one</user_query>'), line('assistant', 'first')];
  const before = [...turn, JSON.stringify({ type: 'turn_ended', status: 'success' })];
  const after = [...turn, line('user', '<user_query>two</user_query>'), line('assistant', 'second')];
  const keysOf = (lines: readonly string[]) =>
    readLines(cursor, cursor.identify(peekAt(`/p/${chat}/${chat}.jsonl`, `${lines.join('\n')}\n`)), lines).flatMap(
      ({ drafts }) => (drafts ?? []).map(({ key }) => key),
    );
  expect(keysOf(after).slice(0, 2)).toEqual(keysOf(before));
  expect(new Set(keysOf(after)).size).toBe(4);
});
