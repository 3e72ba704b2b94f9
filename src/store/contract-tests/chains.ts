import { describe, expect, test } from 'vitest';
import {
  chainId,
  eventId,
  fixId,
  keyOf as hashOf,
  workspaceTree,
  type ChainRef,
  type EventRef,
} from '../../model/ids.ts';
import type { Digest } from '../../model/digest.ts';
import type { AttemptRow, Batch, ChainRow, Store } from '../store.ts';
import { uid, other, tree, start, keyOf, ref, batchOf, failedTest, sessionAt, type Open } from './cast.ts';

export function chainsContract(open: Open): void {
  describe('chains', () => {
    test('a mined one comes back complete, as in its batch', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        withChains(failedTest(), [
          mined({
            state: 'resolved',
            resolvedAt: start + 122_000,
            verifiedBy: ref('e4'),
            culprit: [ref('e1'), ref('e2')],
            lines: ['TypeError: x is 7', '2 tests failed'],
            also: ['<n> tests failed', 'exit <n>'],
            detectedBy: 'verdict',
            attempts: [
              attempt(ref('e3'), { action: 'edit a.ts', successful: false, marks: ['edit a.ts'], at: start + 3_000 }),
              attempt(ref('e4'), {
                action: 'npm install',
                successful: true,
                marks: ['run npm install', 'edit b.ts'],
                codeChanges: '+ x',
              }),
            ],
          }),
        ]),
      );
      expect(await store.read.chain(minedRef)).toEqual({
        id: chainId(minedRef),
        basis: 'mined',
        state: 'resolved',
        resolved: true,
        successful_fix_id: eventId(ref('e4')),
        needs_review: false,
        resolution_ms: 120_000,
        resolution_time_minutes: 2,
        resolved_at: '2025-01-01T00:02:02.000Z',
        verified_by: eventId(ref('e4')),
        culprit: [eventId(ref('e1')), eventId(ref('e2'))],
        error: {
          id: eventId(ref('e2')),
          kind: 'real',
          type: 'TypeError',
          message: 'TypeError: x is 7',
          fingerprint: 'TypeError: x is <n>',
          lines: ['TypeError: x is 7', '2 tests failed'],
          also: ['<n> tests failed', 'exit <n>'],
          detected_by: 'verdict',
          action: 'npm test',
          marks: ['run npm test'],
          output: null,
          context: null,
          session: uid,
          source: 'claude-code',
          repo: null,
          at: '2025-01-01T00:00:02.000Z',
        },
        attempts: [
          {
            id: eventId(ref('e3')),
            action: 'edit a.ts',
            code_changes: null,
            successful: false,
            marks: ['edit a.ts'],
            at: '2025-01-01T00:00:03.000Z',
          },
          {
            id: eventId(ref('e4')),
            action: 'npm install',
            code_changes: '+ x',
            successful: true,
            marks: ['run npm install', 'edit b.ts'],
            at: null,
          },
        ],
      });
      expect(await store.read.check()).toEqual([]);
    });

    test('several are read at once, in the order asked for; what is not here is left out', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        withChains(failedTest(), [mined({ also: ['exit <n>'], attempts: [attempt(ref('e3'))] })]),
      );
      await store.write.putChains([manualChain('one', {})]);
      const manual = manualChain('one', {});
      const [first, second] = await store.read.chainsOf([manual, { tree, chain: keyOf('nowhere') }, minedRef]);
      expect([first, second]).toEqual([await store.read.chain(manual), await store.read.chain(minedRef)]);
      expect(await store.read.chainsOf([])).toEqual([]);
    });

    test('one whose failing event is not here is left out', async () => {
      await using store = (await open()).store;
      await store.write.commit(withChains(failedTest(), [mined({ chain: keyOf('nowhere') })]));
      expect(await all(store)).toEqual([]);
    });

    test('one whose failing event is no step is left out: another file recorded it as a message', async () => {
      await using store = (await open()).store;
      await store.write.commit(withChains(failedTest(), [mined({ chain: keyOf('e4') })]));
      expect((await store.read.chains({}, { limit: 10, offset: 0 })).total).toBe(0);
    });

    test('the digest of a session is made anew when another one that continues it has solved a failure', async () => {
      await using store = (await open()).store;
      await store.write.commit(withChains(failedTest(), [mined({ state: 'open' })]));
      await store.write.putDigest({ session: uid, outcome: { what: 'failed' } } as Digest, start);
      expect(await store.write.unanalyzed(10)).toEqual([]);
      const continued = batchOf({ uid: other, path: '/two.jsonl', session: { root: uid } });
      await store.write.commit(withChains(continued, [mined({ state: 'resolved' })]));
      expect(await store.write.unanalyzed(10)).toContain(uid);
    });

    test('the same one again replaces what was said of it', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        withChains(failedTest(), [mined({ also: ['a', 'b'], attempts: [attempt(ref('e3')), attempt(ref('e4'))] })]),
      );
      await store.write.commit(
        withChains(later, [
          mined({
            fingerprint: 'another',
            also: ['c'],
            state: 'unverified',
            attempts: [attempt(ref('e4'), { action: 'the other' })],
          }),
        ]),
      );
      expect(await all(store)).toMatchObject([
        { state: 'unverified', error: { fingerprint: 'another', also: ['c'] }, attempts: [{ action: 'the other' }] },
      ]);
      expect(await store.read.check()).toEqual([]);
    });

    test('what was open may be resolved, and what was resolved is not opened again', async () => {
      await using store = (await open()).store;
      await store.write.commit(withChains(failedTest(), [mined({})]));
      await store.write.commit(withChains(later, [mined({ session: other, state: 'resolved' })]));
      await store.write.commit(withChains(later, [mined({ state: 'unverified' })]));
      expect(await all(store)).toMatchObject([{ state: 'resolved', error: { session: other } }]);
    });

    test('a manual one needs no session, has its own ids, and is replaced completely', async () => {
      await using store = (await open()).store;
      const manual = manualChain('one', {
        context: '{"file":"a.ts","line":3}',
        attempts: [attempt(fix('f1'), { successful: true })],
        state: 'resolved',
      });
      await store.write.putChains([manual]);
      const id = chainId(manual);
      expect(await store.read.chain(manual)).toMatchObject({
        id,
        basis: 'manual',
        successful_fix_id: fixId(fix('f1')),
        error: { id, context: { file: 'a.ts', line: 3 }, session: null, source: null, repo: null },
        attempts: [{ id: fixId(fix('f1')) }],
      });
      await store.write.putChains([{ ...manual, attempts: [], state: 'open' }]);
      expect(await all(store)).toMatchObject([{ id, state: 'open', attempts: [], successful_fix_id: null }]);
    });

    test('mined ones are removed when everything derived is dropped; manual ones stay', async () => {
      await using store = (await open()).store;
      await store.write.commit(withChains(failedTest(), [mined({})]));
      await store.write.putChains([manualChain('one', { also: ['more'], attempts: [attempt(fix('f1'))] })]);
      await store.write.dropDerived();
      expect(await all(store)).toMatchObject([{ basis: 'manual', error: { also: ['more'] }, attempts: [{}] }]);
      expect((await store.read.failures()).map(({ text }) => text).toSorted()).toEqual(['it broke', 'more']);
      expect(await store.read.check()).toEqual([]);
    });

    test('those of a forgotten session are removed with it, manual or mined', async () => {
      await using store = (await open()).store;
      await store.write.commit(withChains(failedTest(), [mined({})]));
      await store.write.putChains([manualChain('one', { session: uid, tree }), manualChain('two', {})]);
      await store.write.annotateChain(minedRef, { end: { state: 'failed', at: start } });
      await store.write.forget([uid]);
      expect((await all(store)).map(({ id }) => id)).toEqual([chainId(manualChain('two', {}))]);
      expect(await store.read.check()).toEqual([]);
    });

    test('those that need review are those given up, and those for which everything that was tried failed', async () => {
      await using store = (await open()).store;
      const failed = attempt(fix('f1'), { successful: false });
      await store.write.putChains([
        manualChain('given up', { state: 'failed' }),
        manualChain('all failed', { attempts: [failed, attempt(fix('f2'), { successful: false })] }),
        manualChain('one unknown', { attempts: [failed, attempt(fix('f3'))] }),
        manualChain('nothing tried', {}),
        manualChain('resolved', { state: 'resolved', attempts: [failed] }),
      ]);
      const wanted = ['given up', 'all failed'].map((name) => chainId(manualChain(name, {}))).toSorted();
      const { chains, total } = await store.read.chains({ needsReview: true }, { limit: 10, offset: 0 });
      expect(total).toBe(2);
      expect(chains.map(({ id }) => id).toSorted()).toEqual(wanted);
      const flagged = (await all(store)).filter(({ needs_review }) => needs_review);
      expect(flagged.map(({ id }) => id).toSorted()).toEqual(wanted);
    });

    test("what was entered under the agent's own id of a session is joined to it when it comes", async () => {
      await using store = (await open()).store;
      const early = 'sdk:one' as typeof uid;
      await store.write.putChains([
        manualChain('early', { session: early, attempts: [{ ...attempt(fix('f1')), session: early }] }),
        manualChain('other', { session: 'sdk:other' as typeof uid }),
      ]);
      await store.write.commit(failedTest());
      expect(await store.read.chain(manualChain('early', {}))).toMatchObject({
        error: { session: uid, source: 'claude-code' },
        attempts: [{ session: uid }],
      });
      expect(await store.read.chain(manualChain('other', {}))).toMatchObject({ error: { session: 'sdk:other' } });
      expect(await store.read.check()).toEqual([]);
    });

    describe('what is said of one', () => {
      test('is added to a manual one', async () => {
        await using store = (await open()).store;
        const manual = manualChain('one', { attempts: [attempt(fix('f1'))] });
        await store.write.putChains([manual]);
        await store.write.annotateChain(manual, {
          attempt: attempt(fix('f2'), { action: 'second', successful: false }),
        });
        await store.write.annotateChain(manual, { helped: fix('f1'), end: { state: 'resolved', at: start + 60_000 } });
        expect(await store.read.chain(manual)).toMatchObject({
          state: 'resolved',
          resolution_time_minutes: 1,
          successful_fix_id: fixId(fix('f1')),
          attempts: [{ successful: true }, { id: fixId(fix('f2')), action: 'second', successful: false }],
        });
      });

      test('outlives a rebuild of what was mined, together with what was mined anew', async () => {
        await using store = (await open()).store;
        const unproven = mined({
          attempts: [attempt(ref('e3'), { at: start + 1_000 }), attempt(ref('e4'), { at: start + 9_000 })],
        });
        await store.write.commit(withChains(failedTest(), [{ ...unproven, attempts: unproven.attempts.slice(0, 1) }]));
        await store.write.annotateChain(minedRef, {
          attempt: attempt(fix('f1'), { action: 'by hand', at: start + 5_000 }),
        });
        await store.write.annotateChain(minedRef, {
          helped: ref('e3'),
          end: { state: 'resolved', at: start + 62_000, resolutionMs: 90_000 },
        });
        const annotated = {
          basis: 'mined',
          state: 'resolved',
          resolved_at: new Date(start + 62_000).toISOString(),
          resolution_ms: 90_000,
          resolution_time_minutes: 1.5,
          successful_fix_id: eventId(ref('e3')),
          error: { id: eventId(ref('e2')) },
          attempts: [
            { id: eventId(ref('e3')), successful: true },
            { id: fixId(fix('f1')), action: 'by hand' },
          ],
        };
        expect(await store.read.chain(minedRef)).toMatchObject(annotated);

        await store.write.dropDerived();
        expect(await store.read.chain(minedRef)).toMatchObject(annotated);
        await store.write.commit(withChains(failedTest(), [unproven]));
        expect(await store.read.chain(minedRef)).toMatchObject({
          ...annotated,
          attempts: [...annotated.attempts, { id: eventId(ref('e4')), successful: null }],
        });
        expect(await store.read.check()).toEqual([]);
      });

      test('is not overruled by what is mined later', async () => {
        await using store = (await open()).store;
        await store.write.commit(withChains(failedTest(), [mined({})]));
        await store.write.annotateChain(minedRef, { end: { state: 'failed', at: start } });
        await store.write.commit(withChains(later, [mined({ state: 'unverified', type: 'RangeError' })]));
        expect(await store.read.chain(minedRef)).toMatchObject({
          state: 'failed',
          resolved: false,
          resolved_at: null,
          error: { type: 'RangeError' },
        });
      });

      test('names what helped, whatever else turns out to have helped too', async () => {
        await using store = (await open()).store;
        await store.write.commit(withChains(failedTest(), [mined({})]));
        await store.write.annotateChain(minedRef, {
          attempt: attempt(fix('f1'), { at: start + 9_000 }),
          helped: fix('f1'),
          end: { state: 'resolved', at: start + 9_000 },
        });
        await store.write.commit(
          withChains(later, [
            mined({ state: 'resolved', attempts: [attempt(ref('e3'), { successful: true, at: start + 3_000 })] }),
          ]),
        );
        expect(await store.read.chain(minedRef)).toMatchObject({
          successful_fix_id: fixId(fix('f1')),
          attempts: [
            { id: eventId(ref('e3')), successful: true },
            { id: fixId(fix('f1')), successful: true },
          ],
        });
      });

      test('is not kept of one that is not here', async () => {
        await using store = (await open()).store;
        await store.write.annotateChain(minedRef, {
          attempt: attempt(fix('f1')),
          end: { state: 'resolved', at: start },
        });
        expect(await store.read.chain(minedRef)).toBeUndefined();
        expect(await store.read.check()).toEqual([]);
      });
    });

    test('lists are by time, in pages, and pass every filter', async () => {
      await using store = (await open()).store;
      await store.write.commit(withChains(failedTest(), [mined({})]));
      await store.write.commit({ ...sessionAt('two', start, { repo: 'shop', workspace: 'team' }) });
      await store.write.putChains([
        manualChain('a', { at: start + 50, session: other, state: 'resolved', type: 'Oops', fingerprint: 'a' }),
        manualChain('b', { at: start + 10, kind: 'denied', state: 'failed', fingerprint: 'b', also: ['a'] }),
        manualChain('c', { at: null }),
      ]);
      const found = async (filter: Parameters<Store['read']['chains']>[0]) =>
        (await store.read.chains(filter, { limit: 10, offset: 0 })).chains.map(nameOf);
      expect(await found({})).toEqual(['mined', 'a', 'b', 'c']);
      expect((await found({ oldestFirst: true })).filter((name) => name !== 'c')).toEqual(['b', 'a', 'mined']);
      expect(await store.read.chains({}, { limit: 1, offset: 1 })).toMatchObject({
        chains: [{ id: chainId(manualChain('a', {})) }],
        total: 4,
      });
      expect(await store.read.chains({}, { limit: 0, offset: 0 })).toEqual({ chains: [], total: 4 });
      expect(await found({ session: other })).toEqual(['a']);
      expect(await found({ source: 'claude-code' })).toEqual(['mined', 'a']);
      expect(await found({ repo: 'shop' })).toEqual(['a']);
      expect(await found({ workspace: 'team' })).toEqual(['a']);
      // Entered outside any session, it belongs to its workspace.
      expect(await found({ workspace: 'local' })).toEqual(['mined', 'b', 'c']);
      expect(await found({ kinds: ['denied', 'cascade'] })).toEqual(['b']);
      expect(await found({ states: ['resolved', 'failed'] })).toEqual(['a', 'b']);
      expect(await found({ basis: 'mined' })).toEqual(['mined']);
      expect(await found({ type: 'Oops' })).toEqual(['a']);
      expect(await found({ fingerprints: [hashOf('a')] })).toEqual(['a', 'b']);
      expect(await found({ fingerprints: [] })).toEqual([]);
      expect(await found({ failedAs: [hashOf('a'), hashOf('a')] })).toEqual(['a']);
      expect(await found({ failedAs: [] })).toEqual([]);
      expect(await found({ since: start + 20, until: start + 100 })).toEqual(['a']);
      expect(await found({ basis: 'manual', states: ['open'] })).toEqual(['c']);
    });

    describe('counted', () => {
      async function some() {
        const { store } = await open();
        await store.write.commit(
          withChains(failedTest(), [
            mined({
              attempts: [
                attempt(ref('e3'), { action: 'Edit a.ts', marks: ['edit a.ts'], successful: false, at: start + 3_000 }),
              ],
            }),
          ]),
        );
        await store.write.commit({ ...sessionAt('two', start, { repo: 'shop', workspace: 'team' }) });
        await store.write.putChains([
          manualChain('a', {
            at: start + 5_000,
            session: other,
            type: 'TypeError',
            fingerprint: 'TypeError: x is <n>',
            state: 'resolved',
            resolvedAt: start + 6_000,
          }),
          manualChain('b', {
            at: start + 1_000,
            kind: 'denied',
            type: 'TypeError',
            fingerprint: 'TypeError: y is <n>',
            state: 'unverified',
          }),
          manualChain('c', { type: 'Oops', fingerprint: 'Oops', at: null, also: ['TypeError: y is <n>'] }),
        ]);
        return store;
      }
      const [x, y, oops] = [hashOf('TypeError: x is <n>'), hashOf('TypeError: y is <n>'), hashOf('Oops')];
      const byCount = <Row extends { readonly count: number }>(rows: readonly Row[]) =>
        rows.toSorted((a, b) => b.count - a.count);

      test('they are by kind, state and type', async () => {
        await using store = await some();
        const counts = await store.read.chainCounts({});
        expect(counts).toHaveLength(4);
        expect(counts).toEqual(
          expect.arrayContaining([
            { kind: 'real', state: 'open', type: 'TypeError', count: 1, lastAt: start + 2_000 },
            { kind: 'real', state: 'resolved', type: 'TypeError', count: 1, lastAt: start + 5_000 },
            { kind: 'denied', state: 'unverified', type: 'TypeError', count: 1, lastAt: start + 1_000 },
            { kind: 'real', state: 'open', type: 'Oops', count: 1, lastAt: null },
          ]),
        );
      });

      test('they are by fingerprint, whatever else is asked of them', async () => {
        await using store = await some();
        expect(byCount(await store.read.fingerprintCounts({}, 10))[0]).toEqual({
          fingerprint: x,
          count: 2,
          resolved: 1,
          lastAt: start + 5_000,
        });
        const found = async (filter: Parameters<Store['read']['fingerprintCounts']>[0]) =>
          (await store.read.fingerprintCounts(filter, 10))
            .map(({ fingerprint, count }) => `${['x', 'y', 'oops'][[x, y, oops].indexOf(fingerprint)]} ${count}`)
            .toSorted();
        expect(await found({})).toEqual(['oops 1', 'x 2', 'y 1']);
        expect(await found({ kinds: ['real'], states: ['open'] })).toEqual(['oops 1', 'x 1']);
        expect(await found({ kinds: [] })).toEqual([]);
        expect(await found({ since: start + 1_500 })).toEqual(['x 2']);
        expect(await found({ until: start + 2_000 })).toEqual(['x 1', 'y 1']);
        expect(await found({ source: 'claude-code' })).toEqual(['x 2']);
        expect(await found({ repo: 'shop', since: start })).toEqual(['x 1']);
        expect(await found({ workspace: 'team' })).toEqual(['x 1']);
        expect(await found({ workspace: 'local' })).toEqual(['oops 1', 'x 1', 'y 1']);
        expect(await found({ session: other })).toEqual(['x 1']);
        expect(await found({ basis: 'mined' })).toEqual(['x 1']);
        expect(await found({ type: 'Oops' })).toEqual(['oops 1']);
        expect(await found({ failedAs: [y, y], repo: 'shop' })).toEqual([]);
        expect(await found({ failedAs: [x, x], source: 'claude-code' })).toEqual(['x 2']);
        expect(await found({ fingerprints: [y] })).toEqual(['oops 1', 'y 1']);
      });

      test('of too many fingerprints the most frequent are returned, and rare ones can be left out', async () => {
        await using store = await some();
        expect(await store.read.fingerprintCounts({}, 10, 2)).toEqual([
          { fingerprint: x, count: 2, resolved: 1, lastAt: start + 5_000 },
        ]);
        expect(await store.read.fingerprintCounts({}, 1)).toEqual([
          { fingerprint: x, count: 2, resolved: 1, lastAt: start + 5_000 },
        ]);
      });

      test('failures of one fingerprint are grouped', async () => {
        await using store = await some();
        expect(await store.read.chainGroups([x, x, hashOf('unheard of')], {})).toEqual([
          {
            fingerprint: x,
            count: 2,
            sessions: 2,
            repos: ['shop'],
            sources: ['claude-code'],
            resolved: 1,
            unverified: 0,
            firstAt: start + 2_000,
            lastAt: start + 5_000,
          },
        ]);
        expect(await store.read.chainGroups([x, oops], { states: ['open'], repo: 'shop' })).toEqual([]);
        expect(await store.read.chainGroups([], {})).toEqual([]);
      });

      test('they are counted before, between and since', async () => {
        await using store = await some();
        expect(await store.read.recurrences([x, oops], {}, start + 5_000, start + 2_000)).toEqual([
          { fingerprint: x, since: 1, between: 1, before: 0 },
        ]);
        expect(await store.read.recurrences([x], { kinds: ['real'] }, start + 9_000, start + 5_001)).toEqual([
          { fingerprint: x, since: 0, between: 0, before: 2 },
        ]);
      });

      test('the latest of each is returned completely', async () => {
        await using store = await some();
        expect((await store.read.latestChains([x, oops, x], {})).map(nameOf).toSorted()).toEqual(['a', 'c']);
        expect(
          (await store.read.latestChains([x, oops], { states: ['open'], source: 'claude-code' })).map(nameOf),
        ).toEqual(['mined']);
      });

      test('the attempts at the latest of each are returned in brief', async () => {
        await using store = await some();
        const tried = {
          id: ref('e3'),
          action: 'Edit a.ts',
          marks: ['edit a.ts'],
          successful: false,
          at: start + 3_000,
          isManual: false,
          isProof: false,
        };
        const a = {
          chain: { tree: workspaceTree('local'), chain: hashOf('a') },
          fingerprint: x,
          message: 'it broke',
          action: 'npm test',
          marks: ['run npm test'],
          at: start + 5_000,
          resolvedAt: start + 6_000,
          session: other,
          attempts: [],
        };
        expect(await store.read.triedChains([x, x], {}, 10)).toEqual([
          a,
          {
            chain: minedRef,
            fingerprint: x,
            message: 'TypeError: x is 7',
            action: 'npm test',
            marks: ['run npm test'],
            at: start + 2_000,
            resolvedAt: null,
            session: uid,
            attempts: [tried],
          },
        ]);
        expect(await store.read.triedChains([x], {}, 1)).toEqual([a]);
      });

      test('which of the attempts is the proof is part of it', async () => {
        await using store = await some();
        const attempts = [attempt(ref('e3')), attempt(ref('e4'))];
        await store.write.putChains([mined({ attempts, verifiedBy: ref('e4'), state: 'resolved' })]);
        const tried = (await store.read.triedChains([x], {}, 10))[1]!;
        expect(tried.attempts.map(({ isProof }) => isProof)).toEqual([false, true]);
      });

      test('a fingerprint is known by its text', async () => {
        await using store = await some();
        expect(await store.read.failureTexts([oops, hashOf('unheard of')])).toEqual([
          { fingerprint: oops, text: 'Oops' },
        ]);
      });
    });

    test('an id is found by its beginning, also where that reaches into its tree', async () => {
      await using store = (await open()).store;
      const manual = manualChain('one', {});
      await store.write.putChains([manual]);
      const id = chainId(manual);
      for (const name of [id, id.slice(0, 6), id.slice(0, 16)])
        expect((await store.read.findChains(name, 10)).map((chain) => chain.id)).toEqual([id]);
      for (const name of ['', 'ch_', 'ev_', 'nonsense', `${id}0`, id.replace('ch_', 'ev_')]) {
        expect((await store.read.findChains(name, 10)).map((chain) => chain.id)).toEqual(name === 'ch_' ? [id] : []);
      }
    });

    test('vectors stay with their failures', async () => {
      await using store = (await open()).store;
      await store.write.putChains([manualChain('one', { also: ['more'] })]);
      await store.write.putVectors([
        { fingerprint: hashOf('it broke'), vector: new Uint8Array([1, 2]) },
        { fingerprint: hashOf('unheard of'), vector: new Uint8Array([3]) },
      ]);
      await store.write.putChains([manualChain('two', {})]);
      const failures = (await store.read.failures()).toSorted((a, b) => (a.text < b.text ? -1 : 1));
      expect(failures.map(({ text, type, vector }) => [text, type, vector && [...vector]])).toEqual([
        ['it broke', 'Error', [1, 2]],
        ['more', '', null],
      ]);
    });

    test('vectors of models are kept apart by the name of the model, through a rebuild, until their failure is gone', async () => {
      await using store = (await open()).store;
      const vectorOf = (text: string, ...values: number[]) => ({
        fingerprint: hashOf(text),
        dimensions: values.length,
        vector: new Uint8Array(values),
      });
      await store.write.putChains([manualChain('one', { also: ['more'] })]);
      await store.write.putModelVectors('a', [vectorOf('it broke', 1, 2), vectorOf('more', 3, 4)]);
      await store.write.putModelVectors('b', [vectorOf('it broke', 5)]);
      await store.write.putModelVectors('a', [vectorOf('it broke', 7, 8)]);
      const kept = async (model: string) =>
        (await store.read.modelVectors(model))
          .map((each) => ({ ...each, vector: new Uint8Array(each.vector) }))
          .toSorted((a, b) => a.vector[0]! - b.vector[0]!);
      expect(await kept('a')).toEqual([vectorOf('more', 3, 4), vectorOf('it broke', 7, 8)]);
      expect(await kept('b')).toEqual([vectorOf('it broke', 5)]);
      expect(await kept('c')).toEqual([]);

      await store.write.dropDerived();
      expect(await kept('a')).toHaveLength(2);
      await store.write.putModelVectors('b', [vectorOf('nothing failed like this', 9)]);
      await store.write.dropModelVectors();
      expect(await kept('b')).toEqual([vectorOf('it broke', 5)]);
      await store.write.dropModelVectors('a');
      expect([await kept('a'), await kept('b')].map(({ length }) => length)).toEqual([2, 0]);
    });

    test('with a forgotten session the vectors of its failures go', async () => {
      await using store = (await open()).store;
      await store.write.commit({ ...failedTest(), chains: [mined({})] });
      const { fingerprint } = (await store.read.failures())[0]!;
      await store.write.putModelVectors('a', [{ fingerprint, dimensions: 1, vector: new Uint8Array([1]) }]);
      await store.write.forget([uid]);
      expect(await store.read.modelVectors('a')).toEqual([]);
    });
  });
}

// More of the same file, and nothing in it.
const later = batchOf({ bytes: 10, lines: { mapped: 4 } });

const minedRef: ChainRef = { tree, chain: keyOf('e2') };

/** Of the failing test of `failedTest`. */
function mined(row: Partial<ChainRow>): ChainRow {
  return {
    ...minedRef,
    basis: 'mined',
    session: uid,
    kind: 'real',
    type: 'TypeError',
    message: 'TypeError: x is 7',
    fingerprint: 'TypeError: x is <n>',
    also: [],
    action: 'npm test',
    marks: ['run npm test'],
    context: null,
    at: start + 2_000,
    state: 'open',
    resolvedAt: null,
    verifiedBy: null,
    culprit: [],
    attempts: [],
    ...row,
  };
}

function manualChain(name: string, row: Partial<ChainRow>): ChainRow {
  return {
    ...mined({}),
    tree: workspaceTree('local'),
    chain: hashOf(name),
    basis: 'manual',
    session: null,
    type: 'Error',
    message: 'it broke',
    fingerprint: 'it broke',
    at: start,
    ...row,
  };
}

function attempt(id: EventRef, row: Partial<AttemptRow> = {}): AttemptRow {
  return { id, action: 'tried', codeChanges: null, successful: null, marks: [], at: null, ...row };
}

function fix(name: string): EventRef {
  return { tree: workspaceTree('local'), event: hashOf(name) };
}

function withChains(batch: Batch, chains: readonly ChainRow[]): Batch {
  return { ...batch, chains };
}

async function all(store: Store) {
  return (await store.read.chains({}, { limit: 100, offset: 0 })).chains;
}

function nameOf({ id }: { readonly id: string }): string {
  if (id === chainId(minedRef)) return 'mined';
  return ['a', 'b', 'c'].find((name) => id === chainId(manualChain(name, {})))!;
}
