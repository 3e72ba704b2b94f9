import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArchive } from '../../testing/open-archive.ts';
import { fakeApp } from '../../testing/fake-app.ts';
import { delegation, failedTest, subagent } from '../../testing/stories.ts';
import { writeStories } from '../../testing/write-stories.ts';

let home: string;
const stemma = (...argv: string[]) => fakeApp(home).run(...argv);

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'stemma-overview-'));
  await using store = await openArchive(join(home, '.stemma', 'stemma.db'), 'write');
  const broken = failedTest.events.slice(0, 4);
  await writeStories(
    store,
    failedTest,
    delegation,
    subagent,
    { ...failedTest, name: 'broken', began: '2026-03-01T11:00:00Z', events: broken },
    { ...failedTest, name: 'before', began: '2026-02-22T08:00:00Z' },
  );
});

afterAll(() => rmSync(home, { recursive: true }));

test('the last days on one screen', async () => {
  const { code, out } = await stemma('overview');
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "Last 7 days (in brackets: the previous 7)

    work      3 (1) sessions, 10 (4) steps
    failures  2 (1), 1 (0) open, 0 (0) retries

    02-24
    02-25
    02-26
    02-27
    02-28
    03-01     ██████████ 2, 1 failure
    03-02     ██████████████████████████████████████ 8, 1 failure

    repos     shop 3 sessions
    agents    quill 3 sessions, 10 steps

    open         1 ×  exit 1: 1 failing in cart.test.ts

    \`stemma sessions\`, \`cost\`, \`patterns\` and \`unresolved\` show more
    "
  `);
});

test("for a program it is the library's answer", async () => {
  const { out } = await stemma('overview', '--days', '2', '--json');
  expect(JSON.parse(out)).toMatchObject({
    since: '2026-03-01T00:00:00.000Z',
    now: { sessions: 3, steps: 10 },
    days: { length: 4 },
  });
});

test('days without activity are reported in one sentence', async () => {
  const { code, out } = await stemma('overview', '--repo', 'nowhere');
  expect({ code, out }).toEqual({
    code: 0,
    out: 'The archive has no activity in the last 7 days. `stemma ingest` brings it up to\ndate; --days N looks further back.\n',
  });
});
