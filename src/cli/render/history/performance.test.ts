import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSqlite } from '../../../store/sqlite/open.ts';
import { fakeApp } from '../../../testing/fake-app.ts';
import { delegation, failedTest, hostile, subagent } from '../../../testing/stories.ts';
import { writeStories, uidOf } from '../../../testing/write-stories.ts';
import { width } from '../../text/width.ts';

const home = mkdtempSync(join(tmpdir(), 'stemma-performance-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const { run: stemma } = fakeApp(home);

beforeAll(async () => {
  mkdirSync(join(home, '.stemma'));
  await using store = await openSqlite(join(home, '.stemma/stemma.db'), { mode: 'write' });
  await writeStories(store, failedTest, delegation, subagent, hostile);
});

test('shows the time in parts, then tools, the slowest calls and a comparison with earlier sessions', async () => {
  const { code, out } = await stemma('performance', uidOf(failedTest));
  expect(code).toBe(0);
  expect(out).toMatch(/^time +8\.0 s: 3\.0 s in tools \(38%\), 5\.0 s waiting for the model \(63%\)$/m);
  expect(out).toMatch(/^sh +2 +1 +0 +3\.3 s +2\.3 s$/m);
  expect(out).toMatch(/slowest calls\n✗ npm test +ev_\w{7} {2}2\.3 s\n/);
  expect(out).toMatch(/compared with the previous session here\n(?:.*\n)*steps +4, median 2\n/);
});

test('sub-agents are named, and --json is the whole answer', async () => {
  expect((await stemma('performance', uidOf(delegation))).out).toMatch(
    /^sub-agent\nLook through the logs +2\.0 s, 1 call/m,
  );
  expect(JSON.parse((await stemma('performance', uidOf(delegation), '--json')).out)).toMatchObject({
    subagents: { total: 1 },
    time: { span_s: 3 },
    retries: { calls: 0 },
  });
});

test('no line is wider than the terminal, and nothing in it is obeyed by a terminal', async () => {
  for (const story of [failedTest, delegation, hostile]) {
    const { out } = await stemma('performance', uidOf(story));
    for (const line of out.split('\n')) expect(width(line)).toBeLessThanOrEqual(80);
    expect(out).not.toContain('\u001b');
  }
});
