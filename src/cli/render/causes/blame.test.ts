import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openSqlite } from '../../../store/sqlite/open.ts';
import { fakeApp } from '../../../testing/fake-app.ts';
import type { Ran } from '../../../testing/fake-app.ts';
import { writeStories } from '../../../testing/write-stories.ts';
import { width } from '../../text/width.ts';

let home: string;
let repo: string;
let hash: string;

beforeAll(async () => {
  vi.stubEnv('TZ', 'UTC');
  home = realpathSync(mkdtempSync(join(tmpdir(), 'stemma-blame-')));
  repo = join(home, 'shop');
  mkdirSync(repo);
  mkdirSync(join(home, '.stemma'));
  const text = 'export const rate = taxRateOf(country);\nexport const isOpen = true;\n';
  writeFileSync(join(repo, 'tax.ts'), `${text}// by hand\n`);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', ...args], {
      cwd: repo,
      env: { PATH: process.env['PATH'], HOME: home, GIT_COMMITTER_DATE: '2026-03-03T09:00:00Z' },
      encoding: 'utf8',
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'Taxes \u001b[31mfirst');
  hash = git('rev-parse', '--short=10', 'HEAD').trim();
  await using store = await openSqlite(join(home, '.stemma', 'stemma.db'), { mode: 'write' });
  const input = (old: string, content: string) => ({
    file_path: join(repo, 'tax.ts'),
    old_string: old,
    new_string: content,
  });
  await writeStories(store, {
    name: 'taxes',
    title: 'Add \u001b]0;owned\u0007taxes',
    events: [
      { id: 'ask', t: 'prompt', text: 'add the \u001b[2Jtaxes' },
      {
        id: 'first',
        t: 'call',
        tool: 'Edit',
        input: input('x', 'export const rate = rateOf(country);\n'),
        summary: 'tax.ts',
        act: 'edit',
        kind: 'edit',
        turn: 'ask',
      },
      {
        id: 'all',
        t: 'call',
        tool: 'Edit',
        input: input('export const rate = rateOf(country);', text),
        summary: 'tax.ts',
        act: 'edit',
        kind: 'edit',
        turn: 'ask',
      },
      {
        id: 'commit',
        t: 'call',
        tool: 'Bash',
        input: { command: 'git commit -am "Taxes first"' },
        summary: 'git commit -am "Taxes first"',
        act: 'vcs',
        turn: 'ask',
      },
      { id: 'made', t: 'result', call: 'commit', output: `[main (root-commit) ${hash}] Taxes first\n 1 file changed` },
    ],
  });
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const ask = (...argv: string[]): Promise<Ran> => fakeApp(home).run('blame', ...argv, '--repo', repo, '--quiet');

test('blame shows a file line by line, with the prompt behind each', async () => {
  expect((await ask('tax.ts')).out).toMatchInlineSnapshot(`
    "tax.ts
    2 of 3 lines written by 1 step of 1 session, 1 by no recorded session

    1-2  ev_5thyxsh Edit tax.ts
         quill quill:taxes · 2026-03-02 09:00
         asked by ev_5y40y8z > add the taxes

      3  not written by a recorded session
    "
  `);
});

test('blame shows a line with what it replaced', async () => {
  expect((await ask('tax.ts:1')).out).toMatchInlineSnapshot(`
    "tax.ts
    1 of 1 line written by 1 step of 1 session

      1  ev_5thyxsh Edit tax.ts
         quill quill:taxes · 2026-03-02 09:00
         asked by ev_5y40y8z > add the taxes

    line 1  export const rate = taxRateOf(country);
      ev_5thyxsh 2026-03-02 09:00  + export const rate = taxRateOf(country);
                                   - export const rate = rateOf(country);
      ev_6dym2tk 2026-03-02 09:00  + export const rate = rateOf(country);
                                   - x
    "
  `);
});

test('blame shows the sessions of a commit, and lines without a known author', async () => {
  const { out } = await ask('HEAD');
  expect(out.replace(hash, 'HASH')).toMatchInlineSnapshot(`
    "HASH Taxes first
    2 of 3 lines written by 1 step of 1 session, 1 by no recorded session
    committed by ev_7nh9k7w in quill:taxes, whose result names the hash

     67%  quill:taxes  Add taxes
          quill · 2 lines in 1 step
          ev_5thyxsh     2  Edit tax.ts

    not written by a recorded session
      tax.ts  1 of 3 lines
    "
  `);
});

test.each([40, 60, 120])(
  'no line is wider than %i columns, and no escape of a transcript or commit is printed',
  async (columns) => {
    for (const target of ['tax.ts', 'tax.ts:1', 'HEAD']) {
      let text = '';
      const out = {
        isTerminal: false,
        columns,
        write: async (piece: string | Uint8Array) => void (text += String(piece)),
      };
      await fakeApp(home, { out }).run('blame', target, '--repo', repo);
      expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
      for (const line of text.split('\n')) expect(width(line), line).toBeLessThanOrEqual(columns);
    }
  },
);

test('JSON is the whole answer; misuse and what is not there have their exit codes', async () => {
  expect(JSON.parse((await ask('tax.ts', '--json')).out)).toMatchObject({
    file: { path: 'tax.ts', commit: null, lines: 3 },
    lines: { total: 3, attributed: 2, unattributed: 1 },
    truncated: false,
  });
  expect(JSON.parse((await ask('HEAD', '--json')).out)).toMatchObject({
    commit: { author: 'Dev' },
    committed_by: { native_id: 'commit' },
  });
  expect(await ask('tax.ts:9')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('tax.ts has 3 lines, and no line 9.'),
  });
  expect(await ask('nope.ts')).toMatchObject({ code: 1, err: expect.stringContaining('There is no file nope.ts') });
  expect(await ask('tax.ts', '--at', 'v1')).toMatchObject({
    code: 1,
    err: expect.stringContaining('git knows no commit "v1"'),
  });
});
