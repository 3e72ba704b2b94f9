import { describe, expect, test } from 'vitest';
import { chainId, eventId, fixId, type ChainRef } from '../../model/ids.ts';
import type { Judgement } from '../../model/judgement.ts';
import type { AppliedJudgement, ChainRow, Store } from '../store.ts';
import { edge, failedTest, keyOf, ref, start, tree, uid, type Open } from './cast.ts';

export function judgementsContract(open: Open): void {
  describe('judgements', () => {
    test('one is kept until it is replaced or dropped', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      expect(await store.read.judgement(uid)).toBeUndefined();
      await store.write.putJudgement(tree, judgement('a model'));
      await store.write.putJudgement(tree, judgement('another'));
      expect(await store.read.judgement(uid)).toEqual(judgement('another'));
      await store.write.dropJudgement(tree, uid);
      expect(await store.read.judgement(uid)).toBeUndefined();
    });

    test('judged causes come before inferred ones and after recorded ones', async () => {
      await using store = (await open()).store;
      await store.write.commit({
        ...failedTest(),
        edges: [
          edge('e4', 'e2', { basis: 'inferred', confidence: 0.99, types: ['informed'], evidence: ['seen'] }),
          edge('e1', 'e2', { basis: 'inferred', confidence: 0.3, types: ['asked'], evidence: ['the same words'] }),
        ],
      });
      await store.write.putLinkEdges(tree, uid, [edge('e3', 'e2', { types: ['continued'] })]);
      await store.write.applyJudgement(applied({ edges: [judgedEdge()] }));
      expect(await store.read.causes([ref('e2')])).toMatchObject([
        { cause: eventId(ref('e3')), basis: 'recorded' },
        { cause: eventId(ref('e1')), basis: 'judged', confidence: 0.95, types: ['asked'] },
        { cause: eventId(ref('e4')), basis: 'inferred' },
      ]);
      const [, judged] = await store.read.causes([ref('e2')]);
      expect(judged!.evidence).toEqual(['judged by a model', 'the same words']);
      expect((await store.read.slice([ref('e2')], 'back', 1))[0]!.edges.map(({ basis }) => basis)).toEqual([
        'recorded',
        'judged',
        'inferred',
      ]);

      await store.write.applyJudgement(applied({ by: null }));
      expect((await store.read.causes([ref('e2')])).map(({ basis }) => basis)).not.toContain('judged');
    });

    test('a judged story is shown in place of the mined one, which comes back when the judgement goes', async () => {
      await using store = (await open()).store;
      await store.write.commit({ ...failedTest(), chains: [mined] });
      const before = await store.read.chain(chain);
      await store.write.applyJudgement(applied({ chains: [judged] }));
      expect(await store.read.chain(chain)).toMatchObject({
        id: chainId(chain),
        basis: 'judged',
        judged: { model: 'a model', at },
        state: 'resolved',
        verified_by: eventId(ref('e4')),
        error: { id: eventId(ref('e2')), message: 'one test failed', fingerprint: 'one test failed' },
        attempts: [{ id: eventId(ref('e4')), successful: true }],
      });
      expect(await states(store)).toEqual(['resolved']);
      expect((await store.read.chains({ basis: 'judged' }, { limit: 9, offset: 0 })).total).toBe(1);
      expect(await store.read.session(uid)).toMatchObject({ judged_by: 'a model' });

      await store.write.applyJudgement(applied({ by: null }));
      expect(await store.read.chain(chain)).toEqual(before);
      expect(await store.read.session(uid)).not.toHaveProperty('judged_by');
    });

    test('a failure that only the judge saw appears and goes with the judgement', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      await store.write.applyJudgement(applied({ chains: [judged] }));
      expect(await states(store)).toEqual(['resolved']);
      await store.write.applyJudgement(applied({ by: null }));
      expect(await states(store)).toEqual([]);
      expect(await store.read.check()).toEqual([]);
    });

    test('judging again replaces the stories, and the mined ones are not lost', async () => {
      await using store = (await open()).store;
      await store.write.commit({ ...failedTest(), chains: [mined] });
      const before = await store.read.chain(chain);
      await store.write.applyJudgement(applied({ chains: [judged] }));
      await store.write.applyJudgement(applied({ chains: [{ ...judged, message: 'something else' }] }));
      expect(await store.read.chain(chain)).toMatchObject({ error: { message: 'something else' } });
      await store.write.applyJudgement(applied({ by: null }));
      expect(await store.read.chain(chain)).toEqual(before);
    });

    test('what a person said about a failure counts more than a judgement, and outlives it', async () => {
      await using store = (await open()).store;
      await store.write.commit({ ...failedTest(), chains: [mined] });
      await store.write.applyJudgement(applied({ chains: [{ ...judged, state: 'open', resolvedAt: null }] }));
      const id = { tree, event: 77 };
      const tried = { id, action: 'npm ci', codeChanges: null, successful: true, marks: [], at: start + 9_000 };
      await store.write.annotateChain(chain, {
        attempt: tried,
        helped: id,
        end: { state: 'resolved', at: start + 9_000 },
      });
      await store.write.applyJudgement(applied({ chains: [{ ...judged, state: 'open', resolvedAt: null }] }));
      expect(await store.read.chain(chain)).toMatchObject({
        basis: 'judged',
        state: 'resolved',
        successful_fix_id: fixId(id),
      });
      await store.write.applyJudgement(applied({ by: null }));
      expect(await store.read.chain(chain)).toMatchObject({
        basis: 'mined',
        state: 'resolved',
        successful_fix_id: fixId(id),
      });
    });

    test('deriving everything again keeps a judgement; forgetting the session removes it', async () => {
      const { store, reopen } = await open();
      await store.write.commit({ ...failedTest(), chains: [mined] });
      await store.write.putJudgement(tree, judgement('a model'));
      await store.write.applyJudgement(applied({ edges: [judgedEdge()], chains: [judged] }));
      await store.write.dropDerived();
      expect(await states(store)).toEqual([]);
      await store.write.commit({ ...failedTest(), chains: [mined] });
      expect(await store.read.judgement(uid)).toEqual(judgement('a model'));
      await store.write.applyJudgement(applied({ edges: [judgedEdge()], chains: [judged] }));
      expect(await store.read.chain(chain)).toMatchObject({ basis: 'judged' });

      await store.write.forget([uid]);
      await store[Symbol.asyncDispose]();
      await using again = await reopen();
      expect(await again.read.judgement(uid)).toBeUndefined();
      expect(await again.read.check()).toEqual([]);
    });

    test('the judged outcome is what the digest is made with', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      expect(await store.read.surroundings(uid)).not.toHaveProperty('judged');
      await store.write.putJudgement(tree, judgement('a model'));
      expect(await store.read.surroundings(uid)).toMatchObject({
        judged: { what: 'failed', reason: 'the test still fails', model: 'a model', at },
      });
    });
  });
}

const at = '2025-01-02T00:00:00.000Z';
const chain: ChainRef = { tree, chain: keyOf('e2') };

function judgement(model: string): Judgement {
  return {
    session: uid,
    model,
    at,
    calls: [{ step: eventId(ref('e2')), causes: [{ step: eventId(ref('e1')), type: 'asked' }] }],
    stories: [],
    outcome: { what: 'failed', reason: 'the test still fails' },
  };
}

function judgedEdge() {
  return edge('e1', 'e2', {
    basis: 'judged',
    confidence: 0.95,
    types: ['asked'],
    evidence: ['judged by a model'],
  });
}

function applied(parts: Partial<AppliedJudgement>): AppliedJudgement {
  return { tree, session: uid, by: { model: 'a model', at }, edges: [], chains: [], ...parts };
}

const mined: ChainRow = {
  ...chain,
  basis: 'mined',
  session: uid,
  kind: 'real',
  type: 'exit 1',
  message: 'exit 1',
  fingerprint: 'exit <n>',
  also: ['also this'],
  action: 'npm test',
  marks: ['run npm test'],
  context: null,
  at: start + 2_000,
  state: 'unverified',
  resolvedAt: null,
  verifiedBy: null,
  culprit: [ref('e1')],
  attempts: [{ id: ref('e3'), action: 'look', codeChanges: null, successful: false, marks: [], at: start + 3_000 }],
};

const judged: ChainRow = {
  ...mined,
  message: 'one test failed',
  fingerprint: 'one test failed',
  also: [],
  state: 'resolved',
  resolvedAt: start + 4_000,
  verifiedBy: ref('e4'),
  attempts: [{ id: ref('e4'), action: 'edit', codeChanges: null, successful: true, marks: [], at: start + 4_000 }],
};

async function states(store: Store): Promise<readonly string[]> {
  return (await store.read.chains({}, { limit: 9, offset: 0 })).chains.map(({ state }) => state);
}
