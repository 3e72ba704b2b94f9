import { describe, expect, test } from 'vitest';
import { failedTest } from '../../testing/stories.ts';
import { idOf } from '../../testing/write-stories.ts';
import type { Story } from '../../testing/write-stories.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { recordFailure } from '../../ingest/manual/record-failure.ts';
import { recordAttempt } from '../../ingest/manual/record-attempt.ts';
import { errorsEverywhere } from './errors-everywhere.ts';
import { errors } from './errors.ts';
import { stateOf } from '../failure/state.ts';
import { storiesOf } from '../failure/stories.ts';
import { findSession } from '../find/find-session.ts';

const now = Date.parse('2026-03-06T00:00:00Z');

/** An edit breaks the types; another mends them. A search finds nothing on the way. */
const brokenTypes: Story = {
  name: 'broken-types',
  began: '2026-03-02T09:00:00Z',
  events: [
    { id: 'ask', t: 'prompt', text: 'add the total' },
    {
      id: 'bug',
      t: 'call',
      tool: 'edit',
      input: { path: 'src/cart.ts', old: 'return 0;', new: 'return totalOfPrices;' },
      summary: 'edit src/cart.ts',
      act: 'edit',
      kind: 'edit',
      turn: 'ask',
    },
    { id: 'bug-done', t: 'result', call: 'bug', output: 'ok' },
    {
      id: 'types',
      t: 'call',
      tool: 'sh',
      input: { cmd: 'tsc --noEmit' },
      summary: 'sh tsc --noEmit',
      act: 'check',
      failed: true,
      turn: 'ask',
    },
    {
      id: 'red',
      t: 'result',
      call: 'types',
      output: "src/cart.ts(3,8): error TS2304: Cannot find name 'totalOfPrices'.",
      failed: true,
    },
    {
      id: 'grep',
      t: 'call',
      tool: 'sh',
      input: { cmd: 'grep -rn totalOfPrices src/shop' },
      summary: 'sh grep',
      act: 'search',
      turn: 'ask',
    },
    { id: 'none', t: 'result', call: 'grep', output: 'Exit code 1\n' },
    {
      id: 'fix',
      t: 'call',
      tool: 'edit',
      input: {
        path: 'src/cart.ts',
        old: 'return totalOfPrices;',
        new: 'const totalOfPrices = sum();\nreturn totalOfPrices;',
      },
      summary: 'edit src/cart.ts',
      act: 'edit',
      kind: 'edit',
      turn: 'ask',
    },
    { id: 'fixed', t: 'result', call: 'fix', output: 'ok' },
    {
      id: 'again',
      t: 'call',
      tool: 'sh',
      input: { cmd: 'tsc --noEmit' },
      summary: 'sh tsc --noEmit',
      act: 'check',
      turn: 'ask',
    },
    { id: 'green', t: 'result', call: 'again', output: '' },
  ],
};

describe('the errors of a session', () => {
  test('are stories: whose doing, what helped, what proved it, how long it took', async () => {
    await using store = await storeWithStories(brokenTypes);
    const { errors: found, kinds, total, truncated } = await errors(store.read, await findSession(store.read));
    expect({ kinds, total, truncated }).toEqual({
      kinds: { real: 1, benign: 1, denied: 0, cascade: 0 },
      total: 2,
      truncated: false,
    });
    expect(found[0]).toEqual({
      id: idOf(brokenTypes, 'types'),
      chain: idOf(brokenTypes, 'types').replace('ev_', 'ch_'),
      native_id: 'types',
      session: 'quill:broken-types',
      kind: 'real',
      basis: 'mined',
      fingerprint: expect.stringContaining('error TS2304'),
      message: expect.any(String),
      lines: [expect.stringContaining('error TS2304')],
      detected_by: expect.any(String),
      retried: false,
      at: '2026-03-02T09:00:04.000Z',
      summary: 'sh tsc --noEmit',
      culprit: [{ step: idOf(brokenTypes, 'bug'), native_id: 'bug', summary: 'edit src/cart.ts' }],
      attempts: [],
      fix: [{ step: idOf(brokenTypes, 'fix'), native_id: 'fix', summary: 'edit src/cart.ts' }],
      manual: [],
      state: 'resolved',
      verified: true,
      verified_by: { step: idOf(brokenTypes, 'again'), native_id: 'again', summary: 'sh tsc --noEmit' },
      resolution_minutes: 0.1,
    });
    expect(found[1]).toMatchObject({ native_id: 'grep', kind: 'benign', culprit: [], fix: [], verified_by: null });
  });

  test('are those of the kinds that were asked for, and no more than wanted', async () => {
    await using store = await storeWithStories(brokenTypes);
    const session = await findSession(store.read);
    expect((await errors(store.read, session, { kinds: ['benign'] })).errors.map(({ native_id }) => native_id)).toEqual(
      ['grep'],
    );
    expect(await errors(store.read, session, { limit: 1 })).toMatchObject({
      errors: [{ native_id: 'types' }],
      total: 2,
      truncated: true,
    });
  });

  test('are all returned on request', async () => {
    await using store = await storeWithStories(failedTest);
    const { errors: found } = await errors(store.read, await findSession(store.read));
    expect(
      found.map(({ native_id, fix, verified_by }) => [
        native_id,
        fix.map((each) => each.native_id),
        verified_by?.native_id,
      ]),
    ).toEqual([['run', ['fix'], 'again']]);
  });

  test('include manual entries, which are not steps', async () => {
    await using store = await storeWithStories({ ...brokenTypes, events: brokenTypes.events.slice(0, 5) });
    const session = await findSession(store.read);
    const {
      chains: [mined],
    } = await store.read.chains({ session: session.uid }, { limit: 1, offset: 0 });
    await recordAttempt(store, mined!, { action: 'ask a colleague', successful: false }, { now });
    const fix = await recordAttempt(store, mined!, { action: 'declare it', successful: true }, { now });
    expect((await errors(store.read, session)).errors).toMatchObject([
      {
        native_id: 'types',
        attempts: [],
        fix: [],
        manual: [
          { action: 'ask a colleague', successful: false },
          { id: fix, action: 'declare it', successful: true },
        ],
        state: 'resolved',
        verified: false,
      },
    ]);
    expect(
      (await storiesOf(store.read, session)).all.map((story) =>
        stateOf(story, { calls: 9, of: () => ({ seq: 1, call: 1, at: null, act: null }), has: () => true }),
      ),
    ).toEqual(['solved']);
  });

  test('include manual entries, ordered by time', async () => {
    await using store = await storeWithStories(brokenTypes);
    const session = await findSession(store.read);
    const record = (message: string, at: string) =>
      recordFailure(
        store,
        { message, at: Date.parse(at) },
        { workspace: 'local', clock: () => now, session: session.uid },
      );
    const [late, early] = [
      await record('the build hangs', '2026-03-02T12:00:00Z'),
      await record('no network', '2026-03-02T08:00:00Z'),
    ];
    const { errors: all, kinds } = await errors(store.read, session);
    expect(all.map(({ native_id, id }) => native_id ?? id)).toEqual([early, 'types', 'grep', late]);
    expect(all[0]).toMatchObject({
      id: early,
      chain: early,
      session: session.uid,
      native_id: null,
      summary: '',
      message: 'no network',
      state: 'open',
    });
    expect(kinds.real).toBe(3);
  });

  test('of all sessions hold those that are of no session', async () => {
    await using store = await storeWithStories(brokenTypes);
    const id = await recordFailure(store, { message: 'no network' }, { workspace: 'local', clock: () => now });
    expect(await errorsEverywhere(store.read, { kinds: ['real'] })).toMatchObject({
      errors: [{ id, session: null }, { native_id: 'types' }],
      total: 2,
    });
  });

  test('of all sessions come together, the latest first, with the types there are', async () => {
    await using store = await storeWithStories(brokenTypes, {
      ...failedTest,
      began: '2026-03-05T09:00:00Z',
      repo: 'shop',
    });
    const { errors: found, kinds, types, total } = await errorsEverywhere(store.read);
    expect(found.map(({ native_id }) => native_id)).toEqual(['run', 'grep', 'types']);
    expect({ kinds, total }).toEqual({ kinds: { real: 2, benign: 1, denied: 0, cascade: 0 }, total: 3 });
    expect(types.map(({ type }) => type)).toContain('TS2304');
    expect(await errorsEverywhere(store.read, { limit: 1, after: 1 })).toMatchObject({
      errors: [{ native_id: 'grep' }],
      truncated: true,
      next: 2,
    });
    expect(await errorsEverywhere(store.read, { limit: 1, after: 2 })).toMatchObject({
      errors: [{ native_id: 'types' }],
      truncated: false,
      next: null,
    });
    expect((await errorsEverywhere(store.read, { repo: 'shop' })).errors.map(({ native_id }) => native_id)).toEqual([
      'run',
    ]);
    expect(
      (await errorsEverywhere(store.read, { type: 'TS2304', kinds: ['real'] })).errors.map(
        ({ native_id }) => native_id,
      ),
    ).toEqual(['types']);
    expect((await errorsEverywhere(store.read, { since: Date.parse('2026-03-04T00:00:00Z') })).total).toBe(1);
    const [first, ...others] = found.map(({ fingerprint }) => fingerprint);
    expect(others).not.toContain(first);
    expect(
      (await errorsEverywhere(store.read, { fingerprints: [first!] })).errors.map(({ fingerprint }) => fingerprint),
    ).toEqual([first]);
  });
});
