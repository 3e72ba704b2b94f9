import { describe, expect, test } from 'vitest';
import type { Digest } from '../../model/digest.ts';
import { invocationId, keyOf as hashOf, workspaceTree } from '../../model/ids.ts';
import type { InvocationFilter, InvocationRow, Store } from '../store.ts';
import { batchOf, call, child, failedTest, keyOf, other, sessionAt, start, tree, uid, type Open } from './cast.ts';

export function skillsContract(open: Open): void {
  describe('uses of skills', () => {
    test('one that was mined comes back whole, with what its session knows', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ session: { repo: 'shop' }, events: [call('e2')] }));
      await store.write.putMinedUses({
        session: uid,
        uses: [
          use('e2', {
            path: 'exploration',
            request: 'all',
            end: { completed: false, durationSeconds: 1.25, followUps: ['edit', 'run npm test'], errorType: 'denied' },
          }),
        ],
        phase: null,
      });
      expect(await store.read.invocation({ tree, invocation: keyOf('e2') })).toEqual({
        id: invocationId({ tree, invocation: keyOf('e2') }),
        skill: 'commit',
        what: 'skill',
        basis: 'mined',
        session: uid,
        source: 'claude-code',
        repo: 'shop',
        at: '2025-01-01T00:00:02.000Z',
        workflow_path: 'exploration',
        workflow_phase: 'execution',
        user_query: 'commit it',
        request: 'all',
        alternatives: [],
        selection_rank: null,
        completed: false,
        duration_seconds: 1.25,
        follow_ups: ['edit', 'run npm test'],
        error_type: 'denied',
      });
    });

    test('those of a session are replaced together, and its manual entries stay', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.putManualUses([manualUse('a', { session: uid, tree })]);
      await store.write.putMinedUses({ session: uid, uses: [use('e2'), use('e3')], phase: 'execution' });
      await store.write.putMinedUses({ session: uid, uses: [use('e3', { skill: 'tidy' })], phase: null });
      expect((await found(store, {})).toSorted()).toEqual(['a', 'tidy']);
      await store.write.putMinedUses({ session: other, uses: [use('e4')], phase: 'setup' });
      expect(await found(store, {})).toHaveLength(2);
    });

    test('a manual one is entered again, and ends', async () => {
      await using store = (await open()).store;
      const row = manualUse('a', { alternatives: ['b', 'c'], rank: 2 });
      await store.write.putManualUses([row]);
      expect(await store.read.invocation(row)).toMatchObject({
        basis: 'manual',
        completed: null,
        alternatives: ['b', 'c'],
        selection_rank: 2,
        source: null,
        session: null,
      });
      await store.write.endManualUse(row, {
        completed: true,
        durationSeconds: 2,
        followUps: ['edit'],
        errorType: null,
      });
      expect(await store.read.invocation(row)).toMatchObject({
        completed: true,
        duration_seconds: 2,
        follow_ups: ['edit'],
        user_query: 'commit it',
      });
      await store.write.putManualUses([{ ...row, query: 'other' }]);
      expect(await store.read.invocation(row)).toMatchObject({ user_query: 'other', completed: null });
      await store.write.endManualUse(manualUse('nobody', {}), {
        completed: true,
        durationSeconds: 2,
        followUps: [],
        errorType: null,
      });
      expect(await found(store, {})).toEqual(['a']);
    });

    test('what was mined ends as it was mined', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.putMinedUses({ session: uid, uses: [use('e2')], phase: null });
      await store.write.endManualUse(
        { tree, invocation: keyOf('e2') },
        { completed: false, durationSeconds: null, followUps: [], errorType: 'x' },
      );
      expect(await store.read.invocation({ tree, invocation: keyOf('e2') })).toMatchObject({ completed: true });
    });

    test('manual entries survive a rebuild; mined ones are derived again, unless their bytes are gone', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.commit(sessionAt('two', start, {}));
      await store.write.putManualUses([manualUse('a', {}), manualUse('b', { session: uid, tree })]);
      await store.write.putMinedUses({ session: uid, uses: [use('e2')], phase: 'execution' });
      await store.write.putMinedUses({
        session: other,
        uses: [use('e9', { session: other, skill: 'kept' })],
        phase: 'execution',
      });
      await store.write.putDigest(
        { session: other, outcome: { what: 'success', reason: '', step: null } } as Digest,
        start,
      );
      await store.write.evict([other], { at: start, shortened: (state) => state });
      await store.write.dropDerived();
      expect((await found(store, {})).toSorted()).toEqual(['a', 'b', 'kept']);
      expect(await store.read.check()).toEqual([]);
    });

    test('those of a forgotten session are removed with it, manual or mined', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.putManualUses([manualUse('a', {}), manualUse('b', { session: uid, tree })]);
      await store.write.putMinedUses({ session: uid, uses: [use('e2')], phase: 'execution' });
      await store.write.forget([uid]);
      expect(await found(store, {})).toEqual(['a']);
    });

    test('a sub-agent was used in the phase that its own session is about', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ events: [call('e2'), call('e3')] }));
      await store.write.commit(
        batchOf({ uid: child, path: '/child.jsonl', session: { parent: { uid, relation: 'subagent' } } }),
      );
      const spawned = {
        cause: { tree, event: keyOf('e2') },
        effect: { tree, event: keyOf('c1') },
        types: ['spawned' as const],
        basis: 'recorded' as const,
        confidence: 1,
        evidence: [],
      };
      await store.write.commit(batchOf({ uid: child, path: '/child.jsonl', events: [call('c1', { session: child })] }));
      await store.write.putLinkEdges(tree, child, [spawned]);
      await store.write.putMinedUses({
        session: uid,
        uses: [use('e2', { what: 'agent' }), use('e3', { what: 'agent' })],
        phase: null,
      });
      await store.write.putMinedUses({ session: child, uses: [], phase: 'verification' });
      const phases = (await store.read.invocations({}, { limit: 9, offset: 0 })).invocations.map(
        ({ id, workflow_phase }) => [String(id === invocationId({ tree, invocation: keyOf('e2') })), workflow_phase],
      );
      expect(Object.fromEntries(phases)).toEqual({ false: 'execution', true: 'verification' });
    });

    test('lists are by time, in pages, and pass every filter', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.commit(sessionAt('two', start, { repo: 'shop', workspace: 'team' }));
      await store.write.putMinedUses({
        session: uid,
        uses: [use('e2', { skill: 'mined', at: start + 100 })],
        phase: null,
      });
      await store.write.putManualUses([
        manualUse('a', { at: start + 50, session: other, tree: hashOf(other), what: 'mcp' }),
        manualUse('b', { at: start + 10, what: 'command' }),
        manualUse('c', { at: null }),
      ]);
      expect(await found(store, {})).toEqual(['mined', 'a', 'b', 'c']);
      expect(await store.read.invocations({}, { limit: 1, offset: 1 })).toMatchObject({
        invocations: [{ skill: 'a' }],
        total: 4,
      });
      expect(await found(store, { session: other })).toEqual(['a']);
      expect(await found(store, { source: 'claude-code' })).toEqual(['mined', 'a']);
      expect(await found(store, { repo: 'shop' })).toEqual(['a']);
      expect(await found(store, { workspace: 'team' })).toEqual(['a']);
      expect(await found(store, { workspace: 'local' })).toEqual(['mined', 'b', 'c']);
      expect(await found(store, { skill: 'b' })).toEqual(['b']);
      expect(await found(store, { what: 'mcp' })).toEqual(['a']);
      expect(await found(store, { basis: 'mined' })).toEqual(['mined']);
      expect(await found(store, { basis: 'manual', since: start + 20 })).toEqual(['a']);
      expect(await found(store, { until: start + 60 })).toEqual(['a', 'b']);
    });

    test('to be counted they come in few words, and their names with the most used first', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.putMinedUses({
        session: uid,
        phase: null,
        uses: [
          use('e2', {
            path: 'exploration > execution',
            end: {
              completed: false,
              durationSeconds: 2.5,
              followUps: ['run npm test', 'edit a.ts'],
              errorType: 'denied',
            },
          }),
        ],
      });
      await store.write.putManualUses([
        manualUse('a', { skill: 'review', rank: 2 }),
        manualUse('b', { skill: 'review', at: null }),
        manualUse('c', { skill: 'apply' }),
      ]);
      const counted = (filter: InvocationFilter) =>
        Array.fromAsync(store.read.uses(filter)).then((pages) => pages.flat());
      expect(await counted({ source: 'claude-code' })).toEqual([
        {
          skill: 'commit',
          what: 'skill',
          session: uid,
          at: start + 2_000,
          workflow_path: 'exploration > execution',
          workflow_phase: 'execution',
          completed: false,
          duration_seconds: 2.5,
          selection_rank: null,
          error_type: 'denied',
          follow_ups: ['run npm test', 'edit a.ts'],
        },
      ]);
      expect((await counted({ skill: 'review' })).map(({ at, selection_rank }) => [at, selection_rank])).toEqual([
        [null, null],
        [start, 2],
      ]);
      expect(await store.read.skillNames({}, 10)).toEqual(['review', 'apply', 'commit']);
      expect(await store.read.skillNames({ source: 'claude-code' }, 10)).toEqual(['commit']);
      expect(await store.read.skillNames({}, 1)).toEqual(['review']);
    });

    test('all can be read one after another, the oldest first, however many were kept at one moment', async () => {
      await using store = (await open()).store;
      await store.write.putManualUses(
        Array.from({ length: 4100 }, (_, at) =>
          manualUse(`skill ${at}`, { at: at < 100 ? null : start + (at % 3), skill: `skill ${at}` }),
        ),
      );
      const read: string[] = [];
      const times: (string | null)[] = [];
      for await (const { skill, at } of store.read.eachInvocation({})) {
        read.push(skill);
        times.push(at);
      }
      expect(new Set(read).size).toBe(4100);
      expect(read).toHaveLength(4100);
      expect((await Array.fromAsync(store.read.uses({}))).flat().map(({ skill }) => skill)).toEqual(read);
      const described = (await Array.fromAsync(store.read.describedUses({}))).flat();
      expect(described.map(({ skill, at }) => [skill, at])).toEqual(read.map((skill, index) => [skill, times[index]]));
      expect(times).toEqual(times.toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0)));
    });
  });
}

function use(event: string, row: Partial<InvocationRow> = {}): InvocationRow {
  return {
    tree,
    invocation: keyOf(event),
    session: uid,
    what: 'skill',
    skill: 'commit',
    at: start + 2_000,
    path: null,
    phase: 'execution',
    query: 'commit it',
    request: null,
    alternatives: [],
    rank: null,
    end: { completed: true, durationSeconds: null, followUps: [], errorType: null },
    ...row,
  };
}

function manualUse(name: string, row: Partial<InvocationRow>): InvocationRow {
  return {
    ...use(name),
    tree: workspaceTree('local'),
    invocation: hashOf(name),
    session: null,
    skill: name,
    at: start,
    end: { completed: null, durationSeconds: null, followUps: [], errorType: null },
    ...row,
  };
}

async function found(store: Store, filter: InvocationFilter): Promise<readonly string[]> {
  return (await store.read.invocations(filter, { limit: 10, offset: 0 })).invocations.map(({ skill }) => skill);
}
