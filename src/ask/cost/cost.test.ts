import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sessionUid, treeKey } from '../../model/ids.ts';
import { ownPrices } from '../../memory/cost/own-prices.ts';
import { openSqlite } from '../../store/sqlite/open.ts';
import type { Store } from '../../store/store.ts';
import {
  batchOf,
  call,
  child,
  edge,
  eventRow,
  message,
  prompt,
  sessionOf,
  tally,
  tree,
  uid,
} from '../../store/contract-tests/cast.ts';
import { findSession } from '../find/find-session.ts';
import { priced } from './priced.ts';
import { cost, costOf } from './cost.ts';
import { loadPrices } from './load-prices.ts';
import { budgetIn, stateOf } from './budget.ts';

const prices = ownPrices();
const noon = new Date(2026, 2, 4, 12).getTime();
const context = { table: prices, now: noon };
const day = 24 * 60 * 60 * 1000;

interface Use {
  readonly session: string;
  readonly model?: string;
  readonly input?: number;
  readonly output?: number;
  readonly usd?: number;
  readonly at?: number;
  readonly repo?: string;
  readonly source?: string;
  readonly of?: string;
}

/** A store in which each of these was used, in sessions of their own. */
async function used(...uses: readonly Use[]): Promise<Store> {
  const store = await openSqlite(':memory:', { mode: 'write' });
  for (const [index, use] of uses.entries()) {
    const uid = sessionUid('claude', use.session);
    const tree = treeKey(uid);
    const row = eventRow(`e${index}`, {
      session: uid,
      key: index + 1,
      at: use.at ?? noon,
      model: use.model ?? 'claude-sonnet-4-6',
      usd: use.usd ?? null,
      tokens: { input: use.input ?? 1_000_000, output: use.output ?? 0, cache_read: 0, cache_write: 0 },
    });
    const session = sessionOf(uid, {
      root: uid,
      source: use.source ?? 'claude-code',
      title: `Session ${use.session}`,
      startedAt: use.at ?? noon,
      endedAt: use.at ?? noon,
      ...(use.repo && { repo: use.repo }),
      ...(use.of && { parent: { uid: sessionUid('claude', use.of), relation: 'subagent' } }),
      add: tally({ events: 1, turns: 1, inputTokens: use.input ?? 1_000_000, wallClockMs: 1000 }),
    });
    await store.write.commit({ ...batchOf({ uid, tree, path: `/${index}`, events: [row] }), sessions: [session] });
  }
  return store;
}

describe('money', () => {
  test('is what the agent recorded; where it recorded none, list prices times tokens', async () => {
    await using store = await used({ session: 'a' }, { session: 'b', usd: 0.5 });
    const {
      total,
      prices: { date, missing },
    } = await cost(store.read, {}, context);
    expect(total).toMatchObject({
      usd: 3.5,
      usd_recorded: 0.5,
      usd_computed: 3,
      unpriced_tokens: 0,
      input_tokens: 2_000_000,
    });
    expect({ date, missing }).toEqual({ date: prices.date, missing: [] });
  });

  test('of a model without a price is not guessed: what is left out is said', async () => {
    await using store = await used({ session: 'a' }, { session: 'b', model: 'fake-1', input: 70 });
    const {
      total,
      prices: { missing },
      groups,
    } = await cost(store.read, {}, context);
    expect(total).toMatchObject({ usd: 3, unpriced_tokens: 70 });
    expect(missing).toEqual([{ model: 'fake-1', tokens: 70 }]);
    expect(groups.map(({ name, usd }) => [name, usd])).toEqual([
      ['claude-sonnet-4-6', 3],
      ['fake-1', null],
    ]);
  });

  test('nobody knows is null, and nothing used is nothing', async () => {
    await using store = await used({ session: 'a', model: 'fake-1' });
    expect((await cost(store.read, {}, context)).total.usd).toBeNull();
    await using empty = await openSqlite(':memory:', { mode: 'write' });
    expect(await cost(empty.read, {}, context)).toMatchObject({ total: { usd: 0, input_tokens: 0 }, groups: [] });
  });
});

describe('cost is grouped by', () => {
  test('day and week as they are here, newest first', async () => {
    await using store = await used(
      { session: 'a' },
      { session: 'b', at: noon - day },
      { session: 'c', at: noon - 3 * day },
    );
    expect((await cost(store.read, { by: 'day' }, context)).groups.map(({ name, usd }) => [name, usd])).toEqual([
      ['2026-03-04', 3],
      ['2026-03-03', 3],
      ['2026-03-01', 3],
    ]);
    expect((await cost(store.read, { by: 'week' }, context)).groups.map(({ name, usd }) => [name, usd])).toEqual([
      ['2026-03-02', 6],
      ['2026-02-23', 3],
    ]);
    expect((await cost(store.read, { by: 'day', since: noon - day }, context)).total.usd).toBe(6);
  });

  test('repository, agent and session, the dearest first, with the time they took', async () => {
    await using store = await used(
      { session: 'a', repo: '/shop' },
      { session: 'b', repo: '/shop' },
      { session: 'c', source: 'codex', model: 'claude-opus-4-6' },
    );
    expect((await cost(store.read, { by: 'repo' }, context)).groups).toMatchObject([
      { name: '/shop', usd: 6, sessions: 2, turns: 2, wall_clock_s: 2 },
      { name: null, usd: 5 },
    ]);
    expect((await cost(store.read, { by: 'agent' }, context)).groups.map(({ name }) => name)).toEqual([
      'claude-code',
      'codex',
    ]);
    expect((await cost(store.read, { by: 'session' }, context)).groups.map(({ name, title }) => [name, title])).toEqual(
      [
        ['claude:c', 'Session c'],
        ['claude:a', 'Session a'],
        ['claude:b', 'Session b'],
      ],
    );
  });

  test('lists are cut, and the sum is of all', async () => {
    await using store = await used({ session: 'a' }, { session: 'b' }, { session: 'c' });
    const first = await cost(store.read, { by: 'session', limit: 2 }, context);
    expect(first).toMatchObject({ groups_total: 3, truncated: true, next: 2, total: { usd: 9 } });
    expect(await cost(store.read, { by: 'session', limit: 2, after: 2 }, context)).toMatchObject({
      groups: [{ name: 'claude:c' }],
      truncated: false,
      next: null,
    });
  });
});

test('a session includes all its children, each once', async () => {
  await using store = await used(
    { session: 'main' },
    { session: 'agent', of: 'main', model: 'claude-haiku-4-5' },
    { session: 'inner', of: 'agent', model: 'claude-haiku-4-5' },
    { session: 'else' },
  );
  const answer = await costOf(store.read, await findSession(store.read, 'claude:main'), {}, context);
  expect(answer.total).toMatchObject({ usd: 5, sessions: 3 });
  expect(answer.groups).toMatchObject([
    { name: 'claude:main', usd: 3, parent: null },
    { name: 'claude:agent', usd: 1, parent: { uid: 'claude:main', relation: 'subagent' } },
    { name: 'claude:inner', usd: 1, parent: { uid: 'claude:agent' } },
  ]);
  expect(
    (await costOf(store.read, await findSession(store.read, 'claude:agent'), { by: 'model' }, context)).groups,
  ).toMatchObject([{ name: 'claude-haiku-4-5', usd: 2 }]);
});

describe('every session says what it cost, for itself', () => {
  const home = () => {
    const folder = mkdtempSync(join(tmpdir(), 'stemma-prices-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };

  test('alone and in lists, by the same sums; null where nobody knows', async () => {
    await using store = await used({ session: 'main' }, { session: 'agent', of: 'main', model: 'fake-1' });
    const read = priced(store.read, home());
    const usd = ({ cost: { usd: money } }: { readonly cost: { readonly usd: number | null } }) => money;
    expect(
      (await read.sessions({}, { limit: 10, offset: 0 })).sessions.map((session) => [session.uid, usd(session)]),
    ).toEqual(
      expect.arrayContaining([
        ['claude:main', 3],
        ['claude:agent', null],
      ]),
    );
    expect(usd((await read.session(sessionUid('claude', 'main')))!)).toBe(3);
    expect((await read.findSessions('claude:ma', 5)).map(usd)).toEqual([3]);
    expect((await read.children(sessionUid('claude', 'main'), 5)).map(usd)).toEqual([null]);
  });

  test('at the user’s own prices, where there are any; a file that cannot be meant is refused', async () => {
    const folder = home();
    writeFileSync(join(folder, 'prices.json'), '{"models": {"fake-1": {"input": 2, "output": 2}}}');
    await using store = await used({ session: 'a', model: 'fake-1' });
    expect((await priced(store.read, folder).session(sessionUid('claude', 'a')))!.cost.usd).toBe(2);
    writeFileSync(join(folder, 'prices.json'), '{');
    expect(() => loadPrices(folder)).toThrow(expect.objectContaining({ code: 'bad-config' }));
  });
});

describe('the turns and steps of a session', () => {
  test('cost what the responses that made them cost, sub-agents at the call that started them', async () => {
    await using store = await worked();
    const session = await findSession(store.read, uid);
    const by = async (what: 'turn' | 'step') => {
      const { groups, total } = await costOf(store.read, session, { by: what }, context);
      return { total: total.usd, groups: groups.map(({ title, usd }) => [title, usd]) };
    };
    expect(await by('turn')).toEqual({
      total: 10,
      groups: [
        ['second', 7],
        ['first', 3],
      ],
    });
    expect(await by('step')).toEqual({
      total: 10,
      groups: [
        ['call', 7],
        ['first', 3],
      ],
    });
  });

  test('are those of one session', async () => {
    await using store = await used({ session: 'a' });
    await expect(cost(store.read, { by: 'turn' }, context)).rejects.toMatchObject({ code: 'bad-argument' });
  });

  /** Two turns: an answer without a call, then a message with a call that starts a sub-agent. */
  async function worked(): Promise<Store> {
    const store = await openSqlite(':memory:', { mode: 'write' });
    const used = {
      model: 'claude-sonnet-4-6',
      at: noon,
      tokens: { input: 1_000_000, output: 0, cache_read: 0, cache_write: 0 },
    };
    await store.write.commit(
      batchOf({
        events: [
          prompt('first'),
          message('answer', used),
          prompt('second'),
          message('before', used),
          call('call', used),
        ],
        session: { title: 'main' },
      }),
    );
    await store.write.commit({
      ...batchOf({
        uid: child,
        path: '/agent',
        events: [call('helps', { ...used, session: child, model: 'claude-haiku-4-5' })],
      }),
      sessions: [sessionOf(child, { parent: { uid, relation: 'subagent' }, add: tally({ events: 1 }) })],
    });
    await store.write.putLinkEdges(tree, child, [edge('call', 'helps', { types: ['spawned'] })]);
    return store;
  }
});

describe('a budget', () => {
  test('is compared with what this month or week cost so far', async () => {
    await using store = await used(
      { session: 'a' },
      { session: 'b', at: noon - 3 * day },
      { session: 'c', at: noon - 40 * day },
    );
    const spent = async (per: 'day' | 'week' | 'month') =>
      (await cost(store.read, {}, { ...context, budget: { usd: 10, per } })).budget;
    expect(await spent('month')).toEqual({
      usd: 10,
      per: 'month',
      from: new Date(2026, 2, 1).toISOString(),
      spent_usd: 6,
      spent_is_exact: true,
      state: 'within',
    });
    // The 4th of March 2026 is a Wednesday.
    expect(await spent('week')).toMatchObject({ from: new Date(2026, 2, 2).toISOString(), spent_usd: 3 });
    expect(await spent('day')).toMatchObject({ from: new Date(2026, 2, 4).toISOString(), spent_usd: 3 });
    expect((await cost(store.read, {}, context)).budget).toBeNull();
  });

  test('is an amount and a period', () => {
    expect(budgetIn({ usd: 5, per: 'week' })).toEqual({ usd: 5, per: 'week' });
    for (const bad of [5, null, {}, { usd: -1, per: 'week' }, { usd: '5', per: 'week' }, { usd: 5, per: 'year' }])
      expect(budgetIn(bad)).toBeUndefined();
  });

  test('is nearly spent from four fifths on, or from the share that was set', () => {
    const stateAt = (spent: number, warnAt?: number) =>
      stateOf(spent, { usd: 10, per: 'month', ...(warnAt !== undefined && { warn_at: warnAt }) });
    expect([stateAt(7.99), stateAt(8), stateAt(10), stateAt(10.01), stateAt(5, 0.5)]).toEqual([
      'within',
      'near',
      'near',
      'over',
      'near',
    ]);
    expect(budgetIn({ usd: 5, per: 'day', warn_at: 0.5 })).toEqual({ usd: 5, per: 'day', warn_at: 0.5 });
    expect(budgetIn({ usd: 5, per: 'day', warn_at: 2 })).toBeUndefined();
  });
});

describe('months', () => {
  test('are those of the time zone', async () => {
    const at = Date.UTC(2026, 2, 31, 23);
    await using store = await used({ session: 'a', at }, { session: 'b', at: at - 2 * day });
    const names = async (timezone: string) =>
      (await cost(store.read, { by: 'month', timezone }, context)).groups.map(({ name, usd }) => [name, usd]);
    expect(await names('UTC')).toEqual([['2026-03', 6]]);
    expect(await names('Asia/Tokyo')).toEqual([
      ['2026-04', 3],
      ['2026-03', 3],
    ]);
    expect((await cost(store.read, { by: 'day', timezone: 'Asia/Tokyo' }, context)).groups[0]?.name).toBe('2026-04-01');
    await expect(cost(store.read, { timezone: 'Mars' }, context)).rejects.toMatchObject({ code: 'bad-argument' });
  });
});

describe('blocks of five hours', () => {
  const hour = 60 * 60 * 1000;
  const nine = Date.UTC(2026, 2, 4, 9);

  test('begin at the full hour of the first use, and again with what comes after five hours', async () => {
    await using store = await used(
      { session: 'a', at: nine + 0.7 * hour },
      { session: 'b', at: nine + 4.9 * hour },
      { session: 'c', at: nine + 5 * hour },
      { session: 'd', at: nine + 40.5 * hour },
    );
    const { groups } = await cost(store.read, { by: 'block' }, context);
    expect(groups.map(({ name, usd }) => [name, usd])).toEqual([
      ['2026-03-06T01:00:00.000Z', 3],
      ['2026-03-04T14:00:00.000Z', 3],
      ['2026-03-04T09:00:00.000Z', 6],
    ]);
  });

  test('begin where they do however late the question begins', async () => {
    await using store = await used({ session: 'a', at: nine }, { session: 'b', at: nine + 4 * hour });
    const { groups, total } = await cost(store.read, { by: 'block', since: nine + 3 * hour }, context);
    expect(groups.map(({ name, usd }) => [name, usd])).toEqual([['2026-03-04T09:00:00.000Z', 6]]);
    expect(total.usd).toBe(6);
  });

  test('the active one has what it uses per hour, and what it will have cost at its end', async () => {
    await using store = await used(
      { session: 'a', at: nine + hour },
      { session: 'b', at: nine + 2 * hour },
      { session: 'c', at: nine - 20 * hour },
    );
    const now = nine + 3 * hour;
    const { groups } = await cost(store.read, { by: 'block' }, { table: prices, now });
    expect(groups[0]?.block).toEqual({
      from: new Date(nine + hour).toISOString(),
      to: new Date(nine + 6 * hour).toISOString(),
      is_active: true,
      first_at: new Date(nine + hour).toISOString(),
      last_at: new Date(nine + 2 * hour).toISOString(),
      usd_per_hour: 6,
      tokens_per_minute: 2_000_000 / 60,
      projected_usd: 24,
      projected_tokens: 8_000_000,
    });
    expect(groups[1]?.block).toMatchObject({ is_active: false, usd_per_hour: null, projected_usd: null });
  });
});
