import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openSqlite } from '../../../store/sqlite/open.ts';
import { fakeApp } from '../../../testing/fake-app.ts';
import { failedTest, hostile } from '../../../testing/stories.ts';
import { link, writeStories } from '../../../testing/write-stories.ts';
import type { Story } from '../../../testing/write-stories.ts';
import { width } from '../../text/width.ts';

let home: string;

const other: Story = {
  ...failedTest,
  name: 'other-test',
  title: 'Make them pass \u001b[31magain',
  events: failedTest.events.flatMap((event) => {
    if (event.id === 'red')
      return [
        { ...event, output: 'exit 1: 2 failing in \u001b[2Jtax.test.ts' },
        {
          id: 'tax',
          t: 'call',
          tool: 'sh',
          input: { cmd: 'cat src/tax.ts' },
          summary: 'cat src/tax.ts',
          act: 'read',
          turn: 'ask',
        },
      ];
    return event.id === 'again' ? [{ ...event, failed: true as const }] : [event];
  }) as Story['events'],
};

beforeAll(async () => {
  vi.stubEnv('TZ', 'UTC');
  home = mkdtempSync(join(tmpdir(), 'stemma-compare-'));
  mkdirSync(join(home, '.stemma'));
  await using store = await openSqlite(join(home, '.stemma', 'stemma.db'), { mode: 'write' });
  await writeStories(store, failedTest, other, hostile);
  await link(store, other, [
    { cause: 'run', effect: 'tax', type: 'reacted', confidence: 0.4, evidence: ['tax.test.ts fails'] },
  ]);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

test('compare shows the common part, why two runs diverge, and how each ended', async () => {
  expect((await fakeApp(home).run('compare', 'failed-test', 'other-test')).out).toMatchInlineSnapshot(`
    "A quill:failed-t  Make the tests pass
      4 steps · 1 failure · 1 edit · 1 of 2 checks passed, the last passed
    B quill:other-te  Make them pass again
      5 steps · 1 failure · 1 edit · 0 of 2 checks passed, the last failed

    the same for 2 steps, up to
      ev_13dhfgd ! sh npm test
    then they diverge
      A ev_3ygp3t6 edit src/cart.ts
      B ev_4zn3yve sh cat src/tax.ts
    because of what they saw before: reacted (possible)
        tax.test.ts fails
      A ev_13dhfgd ! sh npm test
          exit 1: 1 failing in cart.test.ts
      B ev_6befrke ! sh npm test
          exit 1: 2 failing in tax.test.ts

    89% of all steps are in both
      both 2 steps (A 1-2, B 1-2)
      B 3: sh cat src/tax.ts
      both 2 steps (A 3-4, B 4-5)
    "
  `);
});

test('a run compared with itself is the same', async () => {
  expect((await fakeApp(home).run('compare', 'failed-test', 'failed-test')).out).toContain(
    'both took the same 4 steps\n',
  );
  expect(JSON.parse((await fakeApp(home).run('compare', 'failed-test', 'other-test', '--json')).out)).toMatchObject({
    common_steps: 2,
    parting: { because: { is: 'result' } },
    truncated: false,
  });
});

test.each([40, 60, 120])(
  'no line is wider than %i columns, and no escape of a transcript is printed',
  async (columns) => {
    for (const argv of [
      ['compare', 'failed-test', 'other-test'],
      ['compare', 'hostile', 'failed-test'],
      ['stats'],
      ['stats', 'hostile'],
      ['stats', 'failed-test'],
    ]) {
      let text = '';
      const out = {
        isTerminal: false,
        columns,
        write: async (piece: string | Uint8Array) => void (text += String(piece)),
      };
      await fakeApp(home, { out }).run(...argv);
      expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
      for (const line of text.split('\n')) expect(width(line), line).toBeLessThanOrEqual(columns);
    }
  },
);

test('stats shows rows, for a session or for all', async () => {
  expect((await fakeApp(home).run('stats', 'other-test')).out).toMatchInlineSnapshot(`
    "Make them pass again
    quill:other-test
    2026-03-02 09:00 · 5 steps · 1 failure · shop

    steps     5: 1 prompt, 4 calls, in 1 turn
    failures  1; 0 retries
    checks    2 run, 0 passed
    edits     1; 1 file
    causes    1, 0.2 per step; none found for 4 steps (80%), including 3 calls (75%)
              recorded 0; inferred 1 (certain 0, likely 0, possible 1)
              reacted 1
    "
  `);
  expect((await fakeApp(home).run('stats')).out).toMatchInlineSnapshot(`
    "3 sessions

    steps     11: 3 prompts, 8 calls, in 3 turns
    failures  2; 0 retries
    checks    4 run, 1 passed
    edits     2; 2 files
    causes    1, 0.1 per step; none found for 10 steps (91%), including 7 calls
              (88%)
              recorded 0; inferred 1 (certain 0, likely 0, possible 1)
              reacted 1
    "
  `);
});
