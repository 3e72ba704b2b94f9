import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Archive } from '../../../test/support/archive.ts';
import { peekAt } from '../fixtures.ts';
import { generic } from './index.ts';
import { cpSync } from 'node:fs';

const fixture = join(import.meta.dirname, 'fixtures', 'openai-lines', 'run-7f3a.jsonl');

test('a file is read when it is named, and not when its folder is', async () => {
  const archive = await Archive.open();
  const path = archive.path('run-7f3a.jsonl');
  cpSync(fixture, path);
  await archive.ingest();
  expect((await archive.store.read.sessions({}, { limit: 9, offset: 0 })).sessions).toEqual([]);
  await archive.ingest({ paths: [path] });
  const { sessions } = await archive.store.read.sessions({}, { limit: 9, offset: 0 });
  expect(sessions.map(({ uid }) => uid)).toEqual([expect.stringMatching(/^generic:run-7f3a-[0-9a-f]{8}$/)]);
});

test('files with the same name are sessions of their own, and a longer one is still the same', () => {
  const lines = [
    '{"role":"user","content":"a"}',
    '{"role":"assistant","content":"b"}',
    '{"role":"user","content":"c"}',
  ];
  const sessionOf = (text: string) => generic.identify(peekAt('/tmp/chat.jsonl', text)).session;
  const short = sessionOf(`${lines.slice(0, 2).join('\n')}\n`);
  expect(sessionOf(`${lines.join('\n')}\n`)).toBe(short);
  expect(sessionOf(`${lines.slice(1).join('\n')}\n`)).not.toBe(short);
});

test('what is no conversation is left alone', () => {
  const texts = [
    '{"messages":[{"role":"user","content":"a"}]}\n{"messages":[{"role":"user","content":"b"}]}\n',
    '{"role":"admin","content":"x"}\n{"role":"admin","content":"y"}\n',
    '{"name":"shop","role":"user"}\n',
  ];
  expect(texts.filter((text) => generic.matches(peekAt('/tmp/a.jsonl', text)))).toEqual([]);
});
