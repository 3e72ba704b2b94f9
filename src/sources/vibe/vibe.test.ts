import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFiles, ownFiles, peekAt, readLines } from '../fixtures.ts';
import type { Draft } from '../source.ts';
import { vibe } from './index.ts';

const folder = join(import.meta.dirname, 'fixtures');

test('a response is read once, though the journal has it three times', async () => {
  const texts = (await drafts('3.0.2-fix')).flatMap(({ what }) => (what.is === 'message' ? [what.text] : []));
  expect(texts).toHaveLength(4);
  expect(new Set(texts).size).toBe(4);
});

test('the exit code of a command is recorded, and a call with another one than 0 has failed', async () => {
  const results = (await drafts('3.0.2-fix')).flatMap(({ what }) =>
    what.is === 'result' && what.exitCode !== undefined ? [[what.exitCode, what.status]] : [],
  );
  expect(results).toEqual([
    [1, 'failed'],
    [0, 'ok'],
  ]);
});

test('a sub-agent of an old session belongs to the session around its folder', () => {
  const files = fixtureFiles(join(folder, '2.4.1-sub-agent')).map(({ peek }) => vibe.identify(peek));
  expect(new Set(files.map(({ root, session }) => root ?? session)).size).toBe(1);
  expect(files.filter(({ parent }) => parent?.relation === 'subagent')).toHaveLength(2);
});

test('messages of others are not taken for its own', () => {
  const others = [
    '{"role":"user","content":"hi"}\n{"role":"assistant","content":"hello"}\n',
    '{"role":"user","content":"hi","message_id":"1"}\n',
    '{"role":"user","content":"hi","message_id":"9d5ad353-0000-4000-8000-000000000000","model":"x"}\n',
  ];
  expect(others.filter((text) => vibe.matches(peekAt('/tmp/messages.jsonl', text)))).toEqual([]);
});

async function drafts(name: string): Promise<readonly Draft[]> {
  const files = await ownFiles(vibe, join(folder, name));
  return files.flatMap((file) =>
    readLines(vibe, vibe.identify(file.peek), file.records).flatMap((reading) => reading.drafts ?? []),
  );
}
