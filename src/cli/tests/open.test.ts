import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { sources } from '../../sources/all-sources.ts';
import { fakeApp } from '../../testing/fake-app.ts';
import { Transcript, uuid } from '../../../test/support/transcript.ts';

const id = uuid('shop');
let home: string;
let project: string;
let transcript: string;

const stemma = (...argv: string[]) => fakeApp(home, { sources: async () => sources }).run(...argv);

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'stemma-open-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  project = join(home, "it's a shop");
  mkdirSync(project);
  const folder = join(home, '.claude', 'projects', '-shop');
  mkdirSync(folder, { recursive: true });
  transcript = join(folder, `${id}.jsonl`);
  writeFileSync(transcript, new Transcript('shop', { cwd: project }).prompt('Fix the cart.').says('Done.').toString());
  await stemma('ingest', transcript);
});

test('prints the command that continues a session, and its folder, as a shell takes them', async () => {
  const { code, out } = await stemma('open', `claude:${id.slice(0, 6)}`);
  expect({ code, out }).toEqual({
    code: 0,
    out: `cd '${project.replaceAll("'", `'\\''`)}' && claude --resume ${id}\n`,
  });
  expect(JSON.parse((await stemma('open', '--json', id, '--', '--model', 'a b')).out)).toEqual({
    session: `claude:${id}`,
    agent: 'Claude Code',
    command: ['claude', '--resume', id, '--model', 'a b'],
    folder: project,
    folder_exists: true,
    files: [transcript],
    restored: [],
    gone: [],
  });
});

test('a transcript that the agent deleted is written back only when asked to, to the byte', async () => {
  const bytes = readFileSync(transcript);
  rmSync(transcript);
  const { code, out } = await stemma('open', id);
  expect(code).toBe(1);
  expect(out).toContain(`Claude Code no longer has this session: ${transcript} is gone.\n`);
  expect(existsSync(transcript)).toBe(false);
  expect((await stemma('open', id, '--run')).err).toContain('Add --restore');

  expect((await stemma('open', id, '--restore')).out).toContain(`restored ${transcript}\n`);
  expect(readFileSync(transcript)).toEqual(bytes);
  writeFileSync(transcript, 'mine');
  await stemma('open', id, '--restore');
  expect(readFileSync(transcript, 'utf8')).toBe('mine');
});

test('runs it in the folder of the session, and answers with its exit code', async () => {
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'claude'), '#!/bin/sh\npwd > "$OUT"; echo "$@" >> "$OUT"; exit 7\n');
  chmodSync(join(bin, 'claude'), 0o755);
  const env = { PATH: `${bin}:${process.env['PATH']}`, OUT: join(home, 'out'), STEMMA_HOME: join(home, '.stemma') };
  const app = fakeApp(home, { sources: async () => sources, machine: { home, env } });
  expect((await app.run('open', id, '--run', '--', '-p', 'go on')).code).toBe(7);
  expect(readFileSync(env.OUT, 'utf8')).toBe(`${project}\n--resume ${id} -p go on\n`);

  rmSync(project, { recursive: true });
  expect((await app.run('open', id, '--run')).err).toContain('The folder of the session is gone');
});

test('says what else there is for an agent that cannot continue by id', async () => {
  const folder = join(home, 'chats');
  mkdirSync(folder);
  writeFileSync(
    join(folder, '.aider.chat.history.md'),
    '\n# aider chat started at 2026-01-01 10:00:00\n\n> Aider v0.86.1  \n\n#### fix the cart  \n\nDone.\n',
  );
  await stemma('ingest', join(folder, '.aider.chat.history.md'));
  const { code, err } = await stemma('open', 'aider:20260101');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('stemma resume aider:20260101') });
});
