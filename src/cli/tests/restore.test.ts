import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeApp } from '../../testing/fake-app.ts';
import { homeWithStories } from '../../testing/home-with-stories.ts';

const { home, stemma } = homeWithStories();

test('restore writes the bytes back, and never over anything', async () => {
  const to = join(home, 'back');
  const { code, out } = await stemma('restore', 'failed-test', '--to', to);
  expect(code).toBe(0);
  expect(out).toMatch(/1 file, .*, byte for byte/);
  expect((await readFile(join(to, 'failed-test.jsonl'), 'utf8')).split('\n')[0]).toContain('"make the tests pass"');
  expect(await stemma('restore', 'failed-test', '--to', to)).toMatchObject({ code: 1 });
});

test('backup makes a whole copy', async () => {
  const copy = join(home, 'copy', 'stemma.db');
  await mkdir(join(home, 'copy'));
  expect((await stemma('backup', copy)).code).toBe(0);
  expect((await stemma('sessions', '--json', '--home', join(home, 'copy'))).out).toBe(
    (await stemma('sessions', '--json')).out,
  );
  expect((await stemma('backup', copy)).code).toBe(1);
});

test("a sub-agent without a file of its own comes back with its caller's", async () => {
  const folder = await mkdtemp(join(home, 'inline-'));
  const { sources } = await import('../../sources/all-sources.ts');
  const app = fakeApp(home, { sources: async () => sources });
  const to = ['--home', join(folder, 'home')];
  await app.run('ingest', 'src/sources/claude-code/fixtures/0.2.106-inline-sidechains/projects', ...to);
  const { sessions } = JSON.parse((await app.run('sessions', '--json', ...to)).out) as { sessions: { uid: string }[] };
  const inline = sessions.find(({ uid }) => uid.includes('/side-'))!;
  const { code, out } = await app.run('restore', inline.uid, '--to', join(folder, 'back'), ...to);
  expect(code).toBe(0);
  expect(out).toContain(
    'This sub-agent wrote into the file of the session that started it; that file was restored, whole.',
  );
  expect(await app.run('restore', inline.uid, '--version', '9', '--to', join(folder, 'again'), ...to)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('has a version 9.\n        Versions count from 0; the last one here is 0.'),
  });
});

test('of chats that are in one file, forget says that they go together, and restore that they come back together', async () => {
  const folder = await mkdtemp(join(home, 'chats-'));
  const { sources } = await import('../../sources/all-sources.ts');
  const app = fakeApp(home, { sources: async () => sources });
  const to = ['--home', join(folder, 'home')];
  const chat = (at: string, words: string) =>
    `\n# aider chat started at ${at}\n\n> Aider v0.86.1  \n\n#### ${words}  \n\nDone.\n`;
  await writeFile(
    join(folder, '.aider.chat.history.md'),
    chat('2026-01-01 10:00:00', 'fix the cart') + chat('2026-01-02 10:00:00', 'fix the till'),
  );
  await app.run('ingest', join(folder, '.aider.chat.history.md'), ...to);
  const { out } = await app.run('restore', 'aider:20260102', '--to', join(folder, 'back'), ...to);
  expect(out).toContain('This session is in one file with others; that file was restored, whole.');
  expect((await app.run('forget', '--before', '2026-01-02', '--yes', ...to)).out).toBe('no such sessions\n');
  expect((await app.run('forget', '--before', '2026-01-03', '--dry-run', ...to)).out).toMatch(
    /would forget 2 sessions/,
  );
  for (const flag of ['--dry-run', '--yes']) {
    const forgotten = (await app.run('forget', 'aider:20260102', flag, ...to)).out;
    expect(forgotten).toMatch(/forg[eo]t 2 sessions/);
    expect(forgotten).toContain(
      'Sessions that are in one file, as the chats of Aider in a repository are, go\ntogether, and that file is not read again.\n',
    );
  }
});
