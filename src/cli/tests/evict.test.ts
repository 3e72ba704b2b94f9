import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { analyze } from '../../ingest/analysis/analyze.ts';
import { openArchive } from '../../testing/open-archive.ts';
import { fakeApp } from '../../testing/fake-app.ts';
import { writeStories, type Story } from '../../testing/write-stories.ts';

const story: Story = {
  name: 'old',
  title: 'Fix the cart',
  events: [
    { id: 'p', t: 'prompt', text: 'Fix the cart' },
    { id: 'c', t: 'call', tool: 'Bash', input: { command: 'npm test' }, summary: 'Bash npm test' },
    { id: 'r', t: 'result', call: 'c', output: 'ok' },
    { id: 's', t: 'say', text: 'Done.' },
  ],
};

async function archiveOf({ analyzed }: { readonly analyzed: boolean }) {
  const home = mkdtempSync(join(tmpdir(), 'stemma-evict-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  await using store = await openArchive(join(home, '.stemma', 'stemma.db'), 'write');
  await writeStories(store, story);
  if (analyzed) await analyze({ store, clock: () => Date.parse('2026-03-02T10:00:30Z') });
  return { stemma: fakeApp(home).run, asking: (answer: string) => fakeApp(home, { question: async () => answer }).run };
}

test('evict wants to know what, and asks before it lets anything go', async () => {
  const { stemma, asking } = await archiveOf({ analyzed: true });
  expect(await stemma('evict')).toMatchObject({ code: 2, err: expect.stringContaining('needs to know what') });
  expect(await stemma('evict', 'old')).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
  expect(await stemma('evict', '--budget', 'much')).toMatchObject({ code: 2, err: expect.stringContaining('500MB') });
  expect((await stemma('evict', '--before', '0d', '--dry-run')).out).toMatch(/^would evict \d+ B of 1 session/);
  expect(await asking('n')('evict', 'old')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing was evicted'),
  });
  expect(JSON.parse((await stemma('event', 'c', '--json')).out)).toMatchObject({ evicted: false });
});

test('an evicted session is shown as before, only without its bytes', async () => {
  const { stemma, asking } = await archiveOf({ analyzed: true });
  const before = (await stemma('timeline', 'old')).out;
  expect(await asking('y')('evict', 'old')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^evicted \d+ B of 1 session/),
  });
  expect((await stemma('timeline', 'old')).out).toBe(before);
  expect((await stemma('digest', 'old')).out).toContain('Fix the cart');
  expect(JSON.parse((await stemma('event', 'c', '--json')).out)).toMatchObject({ evicted: true });
  expect((await stemma('evict', '--before', '0d')).out).toBe('nothing to evict\n');
});

test('what has no digest yet stays, and a budget that is kept takes nothing', async () => {
  const { stemma } = await archiveOf({ analyzed: false });
  expect((await stemma('evict', 'old', '--yes')).out).toContain('1 session kept because not analyzed yet');
  const { stemma: ready } = await archiveOf({ analyzed: true });
  expect(JSON.parse((await ready('evict', '--budget', '1GB', '--yes', '--json')).out)).toMatchObject({
    sessions: [],
    bytes: 0,
  });
  expect(JSON.parse((await ready('evict', '--budget', '1kB', '--yes', '--json')).out)).toMatchObject({
    sessions: ['quill:old'],
  });
});
