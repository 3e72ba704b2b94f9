import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { homeWithStories } from '../../testing/home-with-stories.ts';

const { home, stemma } = homeWithStories();

describe('ingest says what became of what was there', () => {
  const line = (id: string) => `${JSON.stringify({ t: 'prompt', id, at: '2026-03-02T09:00:00Z', text: id })}\n`;
  const folderWith = async (name: string, text: string) => {
    const folder = await mkdtemp(join(home, 'ingest-'));
    await writeFile(join(folder, name), text);
    return folder;
  };

  test('nothing of an agent', async () => {
    const folder = await folderWith('notes.txt', 'buy milk\n');
    expect(await stemma('ingest', folder, '--home', join(folder, 'home'))).toMatchObject({
      code: 0,
      out: `no transcripts found below ${folder}\n`,
    });
    expect(await stemma('ingest', '--home', join(folder, 'home'))).toMatchObject({
      code: 0,
      out: 'no transcripts found on this machine\n',
    });
  });

  test('something new, then nothing new, then something forgotten, then the same made again', async () => {
    const folder = await folderWith('a.jsonl', line('one') + line('two'));
    await writeFile(join(folder, 'b.jsonl'), line('three'));
    const to = ['--home', join(folder, 'home')];
    expect((await stemma('ingest', folder, ...to)).out).toMatch(/2 files .*: 3 new events in 2 sessions/);
    expect((await stemma('ingest', folder, ...to)).out).toBe('nothing new\n');
    expect((await stemma('forget', 'a', '--yes', ...to)).out).toMatch(/^forgot 1 session/);
    expect((await stemma('ingest', folder, ...to)).out).toBe(
      'nothing new\n1 file left out: its session was forgotten\n',
    );
    expect((await stemma('rebuild', ...to)).out).toMatch(/1 file .*: 1 event made again in 1 session/);
  });

  test('more unreadable lines than doctor wants to list', async () => {
    const folder = await folderWith('torn.jsonl', line('one') + '{"t":\n'.repeat(30));
    const to = ['--home', join(folder, 'home')];
    await stemma('ingest', folder, ...to);
    const { out } = await stemma('doctor', ...to);
    expect(out.match(/torn\.jsonl:/g)).toHaveLength(5);
    expect(out).toMatch(/… and 25 more$/m);
    const { issues, issue_total } = JSON.parse((await stemma('doctor', '--json', ...to)).out);
    expect({ listed: issues.length, issue_total }).toEqual({ listed: 20, issue_total: 30 });
  });
});
