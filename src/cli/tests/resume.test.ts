import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openArchive } from '../../testing/open-archive.ts';
import { fakeApp } from '../../testing/fake-app.ts';
import { delegation, failedTest } from '../../testing/stories.ts';
import { idOf, writeStories } from '../../testing/write-stories.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'stemma-resume-'));
  await using store = await openArchive(join(home, '.stemma', 'stemma.db'), 'write');
  await writeStories(store, failedTest, { ...delegation, repo: 'shop' });
});
afterEach(() => rm(home, { recursive: true }));

const run = (...argv: string[]) => fakeApp(home).run(...argv);

test('a session becomes a text to continue with', async () => {
  const { code, out } = await run('resume', 'failed-test');
  expect(code).toBe(0);
  expect(out).toMatch(/^# Resume/);
  expect(out).toContain('## Asked\n- make the tests pass\n');
  expect(out).toContain('src/cart.ts: edited once');
});

test('--json and --format json give the same object, whose lines name their steps', async () => {
  const { out } = await run('resume', 'failed-test', '--json');
  expect(JSON.parse(out)).toMatchObject({
    session: 'quill:failed-test',
    sections: [
      { title: 'Asked', lines: [{ text: 'make the tests pass', step: idOf(failedTest, 'ask') }] },
      { title: 'Where it stands' },
      { title: 'Files in play' },
      { title: 'The end of the transcript' },
    ],
  });
  expect((await run('resume', 'failed-test', '--format', 'json')).out).toBe(out);
});

test('--steps names the step behind every line', async () => {
  expect((await run('resume', 'failed-test', '--steps')).out).toContain(
    `- make the tests pass [${idOf(failedTest, 'ask')}]`,
  );
});

test('--at shows the state at that time, and --repo finds the last session of a repository', async () => {
  expect((await run('resume', 'failed-test', '--at', 'run')).out).toContain('npm test');
  expect((await run('resume', 'failed-test', '--at', 'run')).out).not.toContain('src/cart.ts');
  expect((await run('resume', '--repo', 'shop')).out).toContain('which query is slow?');
});

test('where nobody has worked there is nothing to resume, and what can be done is said', async () => {
  expect(await run('resume', '--repo', 'nowhere')).toMatchObject({
    code: 1,
    err: expect.stringContaining('No session has worked in nowhere.'),
  });
  expect(await run('resume')).toMatchObject({ code: 1, err: expect.stringContaining('stemma resume latest') });
});

test('a budget that cannot be kept is refused', async () => {
  expect(await run('resume', 'failed-test', '--budget', '10')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('from 50 to 100000'),
  });
});

test('work is handed to another agent in its own words', async () => {
  const { out } = await run('handoff', 'failed-test', '--to', 'claude');
  expect(out).toMatch(/^You take over work that another coding agent began/);
  expect(out).toContain('## What the user wants\n- make the tests pass\n');
  expect(out).toContain('- @src/cart.ts: edited once');
  expect((await run('handoff', 'failed-test', '--to', 'codex')).out).toContain('- src/cart.ts: edited once');
  expect((await run('handoff', 'failed-test', '--to', 'aider')).out).toMatch(/^\/add src\/cart\.ts\n/);
});

test('a handoff keeps to its budget too', async () => {
  for (const to of ['claude', 'aider'])
    for (const budget of [50, 120, 400]) {
      const { text, tokens } = JSON.parse(
        (await run('handoff', 'failed-test', '--to', to, '--budget', String(budget), '--json')).out,
      ) as { text: string; tokens: number };
      expect(tokens).toBe(Math.ceil(text.length / 4));
      expect(tokens).toBeLessThanOrEqual(budget);
    }
});

test.each([
  ['nobody', [], '--to is missing'],
  ['somebody unknown', ['--to', 'clippy'], 'claude-code, codex'],
])('to hand work to %s is misuse', async (_, flags, message) => {
  expect(await run('handoff', 'failed-test', ...flags)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining(message),
  });
});
