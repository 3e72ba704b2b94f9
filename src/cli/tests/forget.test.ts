import { mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hooksSource } from '../../sources/hooks/index.ts';
import { agents } from '../../sources/registry.ts';
import { openArchive } from '../../testing/open-archive.ts';
import { fakeApp } from '../../testing/fake-app.ts';
import { homeWithStories } from '../../testing/home-with-stories.ts';
import { delegation, failedTest, subagent } from '../../testing/stories.ts';
import { uidOf, writeStories, type Story } from '../../testing/write-stories.ts';

const { home, stemma } = homeWithStories();

describe('forget', () => {
  const inACopy = async () => {
    const folder = await mkdtemp(join(home, 'forget-'));
    await stemma('backup', join(folder, 'stemma.db'));
    return folder;
  };

  test('asks first, and takes no for an answer', async () => {
    const folder = await inACopy();
    const asked: string[] = [];
    const answering = (answer: string) => fakeApp(home, { question: async (text) => (asked.push(text), answer) });
    expect((await answering('n').run('forget', 'failed-test', '--home', folder)).code).toBe(1);
    expect(asked).toEqual(['Forget 1 session with 9 events for good? [y/N] ']);
    expect((await answering('y').run('forget', 'failed-test', '--home', folder)).out).toMatch(
      /^forgot 1 session: 9 events/,
    );
    expect((await stemma('timeline', 'failed-test', '--home', folder)).code).toBe(1);
  });

  test('does nothing where nobody can be asked, or when it is only tried', async () => {
    const folder = await inACopy();
    expect(await stemma('forget', 'delegation', '--home', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--yes'),
    });
    const tried = JSON.parse((await stemma('forget', 'delegation', '--dry-run', '--json', '--home', folder)).out);
    expect(tried).toEqual({ dry_run: true, sessions: [uidOf(delegation), uidOf(subagent)], kept_copies: [] });
    expect(JSON.parse((await stemma('sessions', '--json', '--home', folder)).out).total).toBe(4);
  });

  test('takes what hooks wrote down along', async () => {
    const folder = await inACopy();
    await mkdir(join(folder, 'spool'));
    await writeFile(
      join(folder, 'spool', 'claude-code.PreToolUse.1.0'),
      JSON.stringify({ session_id: 'heard', tool_use_id: 'c', tool_name: 'Bash', tool_input: { command: 'make' } }),
    );
    const listening = fakeApp(home, { sources: async () => [hooksSource(agents)] }).run;
    await listening('ingest', '--home', folder);
    const log = join(folder, 'hooks', 'claude-code', 'heard.jsonl');
    expect((await stat(log)).size).toBeGreaterThan(0);
    expect(await listening('forget', 'claude:heard', '--yes', '--home', folder)).toMatchObject({ code: 0 });
    await expect(stat(log)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('takes sub-agents along', async () => {
    const folder = await inACopy();
    expect((await stemma('forget', 'delegation', '--dry-run', '--home', folder)).out).not.toContain('in one file');
    expect((await stemma('forget', 'delegation', '--yes', '--json', '--home', folder)).out).toContain(
      '"forgotten":{"sessions":2,"events":7',
    );
    expect(JSON.parse((await stemma('sessions', '--json', '--home', folder)).out).total).toBe(2);
  });
});

describe('forgetting a session that was forked', () => {
  const fork: Story = {
    name: 'fork',
    root: 'failed-test',
    parent: { name: 'failed-test', relation: 'fork' },
    events: [{ id: 'on', t: 'prompt', text: 'go on' }],
  };
  const resumed: Story = {
    name: 'resumed',
    root: 'failed-test',
    parent: { name: 'fork', relation: 'fork' },
    events: [{ id: 'on2', t: 'prompt', text: 'and on' }],
  };
  const withForks = async () => {
    const folder = await mkdtemp(join(home, 'forks-'));
    await using store = await openArchive(join(folder, 'stemma.db'), 'write');
    await writeStories(store, failedTest, fork, resumed);
    return folder;
  };

  test.each([
    ['only tried', '--dry-run'],
    ['done', '--yes'],
  ])('names what keeps copies of it, when it is %s', async (_, flag) => {
    const { out } = await stemma('forget', 'failed-test', flag, '--home', await withForks());
    expect(out).toContain(
      'quill:fork (fork) begins with a copy of quill:failed-t and is kept; forget it\ntoo with `stemma forget quill:fork`\n',
    );
    expect(out).toContain('quill:resumed (fork) begins with a copy of quill:fork and is kept');
    const json = JSON.parse((await stemma('forget', 'failed-test', flag, '--json', '--home', await withForks())).out);
    expect(json.kept_copies).toEqual([
      { uid: 'quill:fork', relation: 'fork', of: 'quill:failed-test' },
      { uid: 'quill:resumed', relation: 'fork', of: 'quill:fork' },
    ]);
  });

  test('says nothing of a copy that goes too', async () => {
    const json = JSON.parse(
      (await stemma('forget', 'failed-test', 'fork', 'resumed', '--dry-run', '--json', '--home', await withForks()))
        .out,
    );
    expect(json.kept_copies).toEqual([]);
  });
});
