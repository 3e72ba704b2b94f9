import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionUid } from '../../model/ids.ts';
import { openArchive } from '../../testing/open-archive.ts';
import { batchOf, child, eventRow, sessionOf, start, tally, uid } from '../../store/contract-tests/cast.ts';
import { fakeApp } from '../../testing/fake-app.ts';

let home: string;
const stemma = (...argv: string[]) => fakeApp(home).run(...argv);
const counted = { events: 1, turns: 2, retries: 1, inputTokens: 1, wallClockMs: 90_000 };

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'stemma-cost-'));
  await using store = await openArchive(join(home, '.stemma', 'stemma.db'), 'write');
  const tokens = { input: 1200, output: 340, cache_read: 250_000, cache_write: 40_000 };
  const times = { startedAt: start, endedAt: start + 1000 };
  const main = sessionOf(uid, { ...times, title: 'Fix the cart', add: tally(counted) });
  await store.write.commit({
    ...batchOf({ events: [eventRow('a', { tokens, model: 'claude-opus-5-5', at: start })] }),
    sessions: [main],
  });
  const helper = sessionOf(child, {
    ...times,
    title: 'Look around',
    parent: { uid, relation: 'subagent' },
    add: tally(counted),
  });
  await store.write.commit({
    ...batchOf({
      uid: child,
      path: '/b',
      events: [eventRow('b', { session: child, tokens, model: 'fake-\u001b[31m1', at: start })],
    }),
    sessions: [helper],
  });
  const paid = sessionUid('opencode', 'three');
  await store.write.commit({
    ...batchOf({ uid: paid, path: '/c', events: [] }),
    sessions: [sessionOf(paid, { ...times, root: paid, add: tally() })],
  });
});

afterAll(() => rmSync(home, { recursive: true }));

describe('cost', () => {
  test('of everything, by model: what is known, whose number it is, and what is not in it', async () => {
    const { code, out } = await stemma('cost');
    expect({ code, out }).toEqual({
      code: 0,
      out: `cost      ≥ $0.26 at list prices; no price for 50% of the tokens
tokens    2.4k in, 680 out, 500k read from the cache, 80k written to it
work      2 sessions, 4 turns, 2 retries, 3 min active

model                               in       out  cache read     write      cost
claude-opus-5-5                   1.2k       340        250k       40k     $0.26
fake-1                            1.2k       340        250k       40k         ?

List prices of 2026-11-16.
No price for fake-1 (292k tokens).
`,
    });
  });

  test('of a session: its sub-agents one by one', async () => {
    const { out } = await stemma('cost', 'claude:one');
    expect(out).toContain('Fix the cart                      1.2k       340        250k       40k     $0.26\n');
    expect(out).toContain('sub-agent: Look around            1.2k       340        250k       40k         ?\n');
  });

  test('for a program: the same numbers', async () => {
    const answer = JSON.parse((await stemma('cost', '--by', 'agent', '--json')).out) as object;
    expect(answer).toMatchObject({
      by: 'agent',
      total: { usd: 0.2616, usd_recorded: 0, unpriced_tokens: 291_540 },
      groups: [{ name: 'claude-code' }],
    });
    expect(JSON.parse((await stemma('sessions', '--json')).out)).toMatchObject({
      sessions: expect.arrayContaining([
        expect.objectContaining({ uid, cost: expect.objectContaining({ usd: 0.2616 }) }),
      ]),
    });
  });

  test('with prices of one’s own; a file that cannot be meant is named, with what is wrong in it', async () => {
    const path = join(home, '.stemma', 'prices.json');
    writeFileSync(path, '{"models": {"fake-\\u001b[31m1": {"input": 1, "output": 1}}}');
    expect((await stemma('cost')).out).toContain('$0.55 at list prices\n');
    writeFileSync(path, '{"models": {"fake-1": {"input": "cheap", "output": 1}}}');
    const { code, err } = await stemma('cost');
    expect(code).toBe(1);
    expect(err).toContain('"input" of "fake-1" must be dollars per million tokens');
    rmSync(path);
  });

  test('where nothing was used it says so', async () => {
    expect((await stemma('cost', '--since', '2026-01-01')).out).toBe('No tokens or cost recorded.\n');
  });

  test('a group nobody knows is refused', async () => {
    expect((await stemma('cost', '--by', 'colour')).err).toContain('session, model, repo, agent, day, week');
  });
});

describe('for CI', () => {
  test('the exit code is 1 when the total is higher than --max-usd', async () => {
    expect((await stemma('cost', '--max-usd', '1')).code).toBe(0);
    const { code, err } = await stemma('cost', '--max-usd', '0.1');
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('higher than --max-usd 0.1') });
  });

  test('--check needs a budget, and compares with it', async () => {
    expect(await stemma('cost', '--check')).toMatchObject({ code: 2, err: expect.stringContaining('no budget') });
    const path = join(home, '.stemma', 'config.json');
    writeFileSync(path, '{"budget": {"usd": 0.1, "per": "month"}}');
    // What was used was used long ago.
    expect((await stemma('cost', '--check')).code).toBe(0);
    rmSync(path);
  });
});

describe('periods', () => {
  test('months and blocks of five hours are named by their begin, in the time zone', async () => {
    expect((await stemma('cost', '--by', 'month', '--timezone', 'UTC')).out).toContain('\n2025-01 ');
    const { out } = await stemma('cost', '--by', 'block', '--timezone', 'UTC');
    expect(out).toMatch(/\nblock .*\n2025-\d\d-\d\d \d\d:00–\d\d:00 /);
  });
});
