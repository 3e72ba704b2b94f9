import { expect, test } from 'vitest';
import { sessionUid, treeKey, type SessionUid } from '../../model/ids.ts';
import { batchOf, eventRow, sessionOf, tally } from '../../store/contract-tests/cast.ts';
import { openSqlite } from '../../store/sqlite/open.ts';
import type { Store } from '../../store/store.ts';
import { findSession } from './find-session.ts';

interface Known {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly of?: string;
}

async function storeWith(...sessions: readonly Known[]): Promise<Store> {
  const store = await openSqlite(':memory:', { mode: 'write' });
  for (const [index, { id, path, title, of }] of sessions.entries()) {
    const uid = sessionUid('claude', id);
    const tree = treeKey(sessionUid('claude', of ?? id));
    const events = [eventRow(`e${index}`, { session: uid, key: index + 1 })];
    const parent = of === undefined ? {} : { parent: { uid: sessionUid('claude', of), relation: 'subagent' as const } };
    const row = sessionOf(uid, { root: sessionUid('claude', of ?? id), title, add: tally({ events: 1 }), ...parent });
    await store.write.commit({ ...batchOf({ uid, tree, path, events }), sessions: [row] });
  }
  return store;
}

const cart = {
  id: '3f2a9d1e',
  path: '/home/me/.claude/projects/-shop/cp-af1dd25e-8.jsonl',
  title: 'Fix the cart total',
};
const taxes = {
  id: '77aa0011',
  path: '/home/me/.claude/projects/-shop/77aa0011.jsonl',
  title: 'Add taxes to the cart',
};
const helper = {
  id: '3f2a9d1e/7c01',
  path: '/home/me/.claude/projects/-shop/3f2a9d1e/subagents/agent-7c01.jsonl',
  title: 'Look at the cart for taxes',
  of: '3f2a9d1e',
};

test.each([
  ['its uid', 'claude:3f2a9d1e', cart],
  ["the beginning of the agent's own id", '77aa', taxes],
  ['the id in the name of its file', 'cp-af1dd25e-8', cart],
  ['the name of its file', 'cp-af1dd25e-8.jsonl', cart],
  ['the path of its file', taxes.path, taxes],
  ['the end of that path', 'projects/-shop/77aa0011.jsonl', taxes],
  ['the name of a file of a sub-agent', 'agent-7c01', helper],
  ['a sub-agent by its beginnings', '3f2a/7c', helper],
  ['words of its title, in any order', 'TOTAL fix', cart],
  ['its whole title', 'add taxes to the cart', taxes],
  ['words that only the title of a sub-agent has', 'look at the cart', helper],
])('a session is found by %s', async (_, name, expected) => {
  await using store = await storeWith(cart, taxes, helper);
  expect((await findSession(store.read, name)).uid).toBe(sessionUid('claude', expected.id) satisfies SessionUid);
});

test('words that are in several titles give the candidates', async () => {
  await using store = await storeWith(cart, taxes, helper);
  await expect(findSession(store.read, 'cart')).rejects.toMatchObject({
    code: 'ambiguous-id',
    message: '"cart" is in the titles of 2 sessions.',
    hint: expect.stringContaining('claude:3f2a9d1e  Fix the cart total'),
  });
});

test.each(['nobody', '-shop', '3f2a/zz', 'a%', '___'])('%s is no session', async (name) => {
  await using store = await storeWith(cart, taxes, helper);
  await expect(findSession(store.read, name)).rejects.toMatchObject({ code: 'session-not-found' });
});

test('a session is found by an id with the word that all ids of its agent begin with', async () => {
  const id = '6dba964b-9505-4286-acc3-f9e10424898f';
  await using store = await storeWith({ id, path: '/home/me/agents/main/wire.jsonl', title: 'Review' });
  for (const name of [`session_${id}`, 'session_6dba964b-9505'])
    expect((await findSession(store.read, name)).uid).toBe(sessionUid('claude', id));
  await expect(findSession(store.read, 'session_0000aaaa-9505')).rejects.toThrow('There is no session');
});
