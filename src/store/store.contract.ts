import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { eventId, eventKey, sessionUid, treeKey, type EventRef, type Key, type SessionUid } from '../model/ids.ts';
import type { StemmaError } from '../model/stemma-error.ts';
import type { Batch, EdgeRow, EventRow, FileMark, LinkRow, PieceRow, SessionRow, Store } from './store.ts';

/**
 * What any store must do. A new store calls this from its own test file and inherits every case. `open` gives a new,
 * empty store; `reopen` the same one again, after it was closed.
 */
export function storeContract(name: string, open: () => Promise<OpenStore>): void {
  const opened = async (): Promise<Store> => (await open()).store;

  describe(`${name} keeps the store contract`, () => {
    describe('an empty store', () => {
      test('answers "not there", not an error', async () => {
        await using store = await opened();
        const { read } = store;
        expect(await read.session(uid)).toBeUndefined();
        expect(await read.findSessions('claude:', 10)).toEqual([]);
        expect(await read.sessions({}, { limit: 10, offset: 0 })).toEqual({ sessions: [], total: 0 });
        expect(await read.children(uid, 10)).toEqual([]);
        expect(await read.treeOf(uid)).toBeUndefined();
        expect(await read.event(ref('e1'))).toBeUndefined();
        expect(await read.findEvents('ev_0', undefined, 10)).toEqual([]);
        expect(await read.events(uid, { after: 0, limit: 10 })).toEqual([]);
        expect(await read.countEvents(uid)).toBe(0);
        expect(await read.steps(uid, { after: 0, limit: 10 })).toEqual([]);
        expect(await read.eventsOfStep(ref('e1'), 10)).toEqual([]);
        expect(await read.firstStep(uid)).toBeUndefined();
        expect(await read.lastStep(uid)).toBeUndefined();
        expect(await read.stepByNative(uid, 'toolu_1')).toBeUndefined();
        expect(await read.sessionsWithNative('toolu_1', 'claude', 10)).toEqual([]);
        expect(await read.parentChain(ref('e1'), 10)).toEqual([]);
        expect(await read.childEvents(ref('e1'), 10)).toEqual([]);
        expect(await read.causes([ref('e1')])).toEqual([]);
        expect(await read.effects([ref('e1')])).toEqual([]);
        expect(await read.links(uid)).toEqual([]);
        expect(await read.linksFrom(uid)).toEqual([]);
        expect(await read.search({ text: 'anything', limit: 10 })).toEqual({ hits: [], total: 0, totalIsExact: true });
        expect(await read.place(ref('e1'))).toBeUndefined();
        expect(await read.file('/s.jsonl')).toBeUndefined();
        expect(await Array.fromAsync(read.files())).toEqual([]);
        expect(await read.filesOf(uid)).toEqual([]);
        expect(await read.pieces('/s.jsonl', 0)).toEqual([]);
        expect(await read.isForgotten(uid)).toBe(false);
        expect(await read.meta('last')).toBeUndefined();
        expect(await read.check()).toEqual([]);
        expect((await read.overview()).sources).toEqual([]);
      });
    });

    describe('commit', () => {
      test('the same batch twice changes nothing', async () => {
        await using store = await opened();
        const batch = failedTest();
        await store.write.commit(batch);
        const before = await everything(store);
        await store.write.commit(batch);
        expect(await everything(store)).toEqual(before);
        expect(before.sessions[0]).toMatchObject({ events: 4, steps: 2, errors: 1 });
        expect(await store.read.check()).toEqual([]);
      });

      test('an event that is here already is left out and not counted again', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ events: [prompt('e1')] }));
        await store.write.commit(batchOf({ events: [prompt('e1'), prompt('e2'), prompt('e2')], offset: 20 }));
        expect((await store.read.events(uid, { after: 0, limit: 10 })).map((event) => [event.seq, event.id])).toEqual([
          [1, id('e1')],
          [2, id('e2')],
        ]);
        expect(await store.read.session(uid)).toMatchObject({ events: 2, steps: 2, cost: { turns: 2 } });
        expect(await store.read.check()).toEqual([]);
      });

      test('known names the events that are here', async () => {
        await using store = await opened();
        await store.write.commit(failedTest());
        const keys = ['e1', 'e3', 'nobody'].map(keyOf);
        expect(await store.write.known(tree, keys)).toEqual(new Set([keyOf('e1'), keyOf('e3')]));
        expect(await store.write.known(treeKey(other), keys)).toEqual(new Set());
      });

      test('an event comes back as it was given', async () => {
        await using store = await opened();
        await store.write.commit(failedTest());
        expect(await store.read.event(ref('e2'))).toEqual({
          id: id('e2'),
          session: uid,
          native_id: 'toolu_abc',
          seq: 2,
          at: '2025-01-01T00:00:02.000Z',
          kind: 'test_run',
          act: 'check',
          type: 'shell',
          role: 'assistant',
          tool: 'Bash',
          summary: 'npm test',
          failed: true,
          origin: null,
          parent: id('e1'),
          step: id('e2'),
          turn: id('e1'),
          tokens: { input: 3, output: 5, cache_read: 7, cache_write: 11 },
          duration_ms: 1234,
        });
        expect(await store.read.event(ref('e1'))).toMatchObject({ native_id: 'line:1', origin: 'human', tokens: null, parent: null });
      });

      test('a result goes by the native id of its call', async () => {
        await using store = await opened();
        await store.write.commit(failedTest());
        expect(await store.read.event(ref('e3'))).toMatchObject({ kind: 'error', native_id: 'toolu_abc', step: id('e2') });
        expect(await store.read.event(ref('e4'))).toMatchObject({ kind: 'assistant_msg', native_id: null });
      });

      test('references reach into earlier batches, and to events that never come', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ events: [prompt('e1')] }));
        await store.write.commit(batchOf({
          offset: 20,
          events: [message('e2', { parent: keyOf('e1'), turn: keyOf('e1') }), message('e3', { parent: keyOf('never') })],
        }));
        expect(await store.read.event(ref('e2'))).toMatchObject({ parent: id('e1'), turn: id('e1') });
        expect(await store.read.event(ref('e3'))).toMatchObject({ parent: id('never') });
      });

      test('a later batch says how a call ended', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ events: [call('c', { failed: false, durationMs: null })] }));
        await store.write.commit({ ...batchOf({ offset: 20 }), outcomes: [{ session: uid, call: keyOf('c'), failed: true, durationMs: 50 }] });
        expect(await store.read.event(ref('c'))).toMatchObject({ failed: true, duration_ms: 50 });
      });

      test('counters add up, times widen, facts are kept until others come', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({
          session: { startedAt: 2_000, endedAt: 3_000, cwd: '/a', branch: 'main', model: 'm1', add: tally({ wallClockMs: 1_500, inputTokens: 5 }) },
        }));
        await store.write.commit(batchOf({
          offset: 20,
          session: { startedAt: 1_000, endedAt: 2_500, cwd: '/b', outcome: 'success', add: tally({ wallClockMs: 1_000, inputTokens: 2 }) },
        }));
        await store.write.commit(batchOf({ offset: 30, session: { endedAt: 9_000 } }));
        expect(await store.read.session(uid)).toMatchObject({
          started_at: '1970-01-01T00:00:01.000Z',
          ended_at: '1970-01-01T00:00:09.000Z',
          cwd: '/b',
          branch: 'main',
          model: 'm1',
          outcome: 'success',
          cost: { wall_clock_s: 2.5, input_tokens: 7 },
        });
      });

      test('a title the user chose wins over any other', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ events: [call('c', { native: 'rec-1' })], session: { title: 'first prompt' } }));
        expect((await store.read.session(uid))?.title).toBe('first prompt');
        await store.write.title('rec-1', 'claude', 'better');
        expect((await store.read.session(uid))?.title).toBe('better');
        await store.write.title('rec-1', 'codex', 'of another agent');
        expect((await store.read.session(uid))?.title).toBe('better');
        await store.write.commit(batchOf({ offset: 20, session: { customTitle: 'mine' } }));
        await store.write.title('rec-1', 'claude', 'late');
        expect((await store.read.session(uid))?.title).toBe('mine');
      });

      test('a session says when it was found and when it was last read', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ readAt: 1_000 }));
        await store.write.commit(batchOf({ readAt: 5_000, offset: 20 }));
        expect((await store.read.session(uid))?.watermarks).toEqual({
          discovered: '1970-01-01T00:00:01.000Z', ingested: '1970-01-01T00:00:05.000Z', analyzed: null, evicted: null,
        });
      });

      test('a batch that fails leaves nothing behind', async () => {
        await using store = await opened();
        const broken = { ...batchOf({ events: [prompt('e1')] }), pieces: [{ ...piece(0, 'abc'), data: undefined }] as unknown as PieceRow[] };
        await expect(store.write.commit(broken)).rejects.toThrow('came without its bytes');
        expect(await store.read.session(uid)).toBeUndefined();
        expect(await store.read.file('/s.jsonl')).toBeUndefined();
      });
    });

    describe('archive', () => {
      test('bytes come back across pieces and blocks', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ pieces: [piece(0, 'Hello, '), piece(7, 'wide '), piece(12, 'world')], bytes: 17 }));
        const text = (from: number, to: number): Promise<string> => bytesOf(store, '/s.jsonl', 0, from, to);
        expect(await text(0, 17)).toBe('Hello, wide world');
        expect(await text(5, 14)).toBe(', wide wo');
        expect(await text(7, 12)).toBe('wide ');
        expect(await text(12, 99)).toBe('world');
        expect(await text(3, 3)).toBe('');
      });

      test('a tail that grew replaces the old one and leaves no block behind', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ pieces: [piece(0, 'first\n'), piece(6, 'sec')], bytes: 9 }));
        await store.write.commit(batchOf({ pieces: [piece(6, 'second\n', 's1'), piece(13, 'third')], bytes: 18, offset: 13, lines: { state: 1 } }));
        expect(await bytesOf(store, '/s.jsonl', 0, 0, 99)).toBe('first\nsecond\nthird');
        expect((await store.read.pieces('/s.jsonl', 0)).map(({ start, length, lines }) => [start, length, lines])).toEqual([
          [0, 6, ''], [6, 7, 's1'], [13, 5, ''],
        ]);
        expect(await store.read.check()).toEqual([]);
        const { bytes } = await store.read.overview();
        expect(bytes).toMatchObject({ source: 18, blocks: sum(['first\n', 'second\n', 'third'].map(compressedSize)) });
      });

      test('the same bytes in two files of a tree are kept once, until both are gone', async () => {
        await using store = await opened();
        const shared = 'the same in both';
        await store.write.commit(batchOf({ pieces: [piece(0, shared)], bytes: shared.length }));
        const { data: _, ...known } = piece(0, shared);
        await store.write.commit(batchOf({ path: '/copy.jsonl', uid: child, pieces: [known], bytes: shared.length }));
        expect((await store.read.overview()).bytes).toMatchObject({ source: 2 * shared.length, blocks: compressedSize(shared) });

        await store.write.forget([child]);
        expect(await bytesOf(store, '/s.jsonl', 0, 0, 99)).toBe(shared);
        await store.write.forget([uid]);
        expect((await store.read.overview()).bytes).toMatchObject({ source: 0, blocks: 0 });
      });

      test('a rewritten file begins a version, and the old one stays', async () => {
        await using store = await opened();
        await store.write.commit({ ...batchOf({ pieces: [piece(0, 'old')], bytes: 3, lines: { issue: 1 } }), issues: [{ line: 1, offset: 0, reason: 'not-json' }] });
        await store.write.commit(batchOf({ version: 1, pieces: [piece(0, 'new!')], bytes: 4 }));
        expect(await bytesOf(store, '/s.jsonl', 0, 0, 99)).toBe('old');
        expect(await bytesOf(store, '/s.jsonl', 1, 0, 99)).toBe('new!');
        expect(await store.read.file('/s.jsonl')).toMatchObject({ version: 1, bytes: 4 });
        expect((await store.read.overview()).issues).toEqual([]);
      });

      test('a path that now holds a session of another tree keeps the old one\'s bytes', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ pieces: [piece(0, 'old')], bytes: 3 }));
        await store.write.commit(batchOf({ uid: other, tree: treeKey(other), version: 1, pieces: [piece(0, 'new!')], bytes: 4 }));
        expect(await store.read.file('/s.jsonl')).toMatchObject({ session: other, version: 1 });
        expect((await Array.fromAsync(store.read.files())).map(({ session }) => session)).toEqual([other]);
        expect((await store.read.filesOf(uid)).map(({ path, version }) => [path, version])).toEqual([['/s.jsonl', 0]]);
        expect(await bytesOf(store, '/s.jsonl', 0, 0, 99)).toBe('old');
      });

      test('a mark comes back as it was given, and every file is listed once', async () => {
        await using store = await opened();
        const batch = batchOf({ path: '/b.jsonl', offset: 7, bytes: 9, lines: { mapped: 1, raw: 2 } });
        const mark: FileMark = { ...batch.file, torn: true, state: '{"line":3}', mtimeMs: 1_234.567, size: 9 };
        await store.write.commit({ ...batch, file: mark });
        await store.write.commit(batchOf({ path: '/a.json', role: 'side' }));
        expect(await store.read.file('/b.jsonl')).toEqual(mark);
        expect((await Array.fromAsync(store.read.files())).map(({ path }) => path).toSorted()).toEqual(['/a.json', '/b.jsonl']);
        expect(await store.read.session(uid)).toMatchObject({ source_path: '/b.jsonl', source_bytes: 9 });
      });

      test('an event knows where its line lies', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ version: 2, events: [message('e1', { offset: 10, length: 20, line: 3 })] }));
        expect(await store.read.place(ref('e1'))).toEqual({ path: '/s.jsonl', version: 2, offset: 10, length: 20, line: 3 });
      });

      test('dropping what is derived keeps the archive, and reading it again gives the same', async () => {
        await using store = await opened();
        const whole: Batch = { ...failedTest(), unknown: [{ kind: 'odd', version: '2', count: 1 }] };
        await store.write.commit(whole);
        await store.write.setMeta('last', 'today');
        const before = await everything(store);

        await store.write.dropDerived();
        expect(await store.read.sessions({}, { limit: 10, offset: 0 })).toEqual({ sessions: [], total: 0 });
        expect(await store.read.event(ref('e1'))).toBeUndefined();
        expect((await store.read.search({ text: 'failing', limit: 5 })).hits).toEqual([]);
        expect(await bytesOf(store, '/s.jsonl', 0, 0, 99)).toBe('four lines');
        expect(await store.read.file('/s.jsonl')).toMatchObject({ bytes: 10, offset: 0, state: null, lines: { mapped: 0 } });
        expect(await store.read.meta('last')).toBe('today');
        expect(await store.read.check()).toEqual([]);

        await store.write.commit(whole);
        expect(await everything(store)).toEqual(before);
      });
    });

    describe('sessions', () => {
      test('are listed newest first, a page at a time, with their total', async () => {
        await using store = await opened();
        for (const [at, name] of ['a', 'b', 'c'].entries()) await store.write.commit(sessionAt(name, (at + 1) * 1_000));
        const { sessions, total } = await store.read.sessions({}, { limit: 2, offset: 0 });
        expect([sessions.map((session) => session.native_id), total]).toEqual([['c', 'b'], 3]);
        expect((await store.read.sessions({}, { limit: 2, offset: 2 })).sessions.map((session) => session.native_id)).toEqual(['a']);
      });

      test('are filtered by agent, repository, time, failure, place in the tree, and emptiness', async () => {
        await using store = await opened();
        await store.write.commit(sessionAt('a', 1_000, { repo: 'x', source: 'codex' }));
        await store.write.commit(sessionAt('b', 2_000, { repo: 'y', add: tally({ errors: 1, events: 3 }) }));
        await store.write.commit(sessionAt('c', 3_000, { parent: { uid: sessionUid('claude', 'b'), relation: 'subagent' }, workspace: 'team' }));
        await store.write.commit(sessionAt('d', 4_000, { parent: { uid: sessionUid('claude', 'gone'), relation: 'fork' } }));
        const list = async (filter: Parameters<Store['read']['sessions']>[0]): Promise<string> => {
          const { sessions, total } = await store.read.sessions(filter, { limit: 10, offset: 0 });
          expect(total).toBe(sessions.length);
          return sessions.map((session) => session.native_id).join('');
        };
        expect(await list({ source: 'codex' })).toBe('a');
        expect(await list({ repo: 'y' })).toBe('b');
        expect(await list({ since: 3_000 })).toBe('dc');
        expect(await list({ until: 2_000 })).toBe('ba');
        expect(await list({ failed: true })).toBe('b');
        expect(await list({ topLevel: true })).toBe('dba');
        expect(await list({ notEmpty: true })).toBe('b');
        expect(await list({ workspace: 'team' })).toBe('c');
        expect((await store.read.children(sessionUid('claude', 'b'), 10)).map((session) => session.native_id)).toEqual(['c']);
      });

      test('are found by uid or native id, whole or begun; a whole one wins', async () => {
        await using store = await opened();
        for (const name of ['abc', 'abcd', 'xyz']) await store.write.commit(sessionAt(name, 1_000));
        const find = async (prefix: string): Promise<readonly string[]> => (await store.read.findSessions(prefix, 10)).map((session) => session.native_id);
        expect(await find('claude:abc')).toEqual(['abc']);
        expect(await find('abc')).toEqual(['abc']);
        expect(await find('ab')).toEqual(['abc', 'abcd']);
        expect(await find('claude:x')).toEqual(['xyz']);
        expect(await find('%')).toEqual([]);
        expect(await find('')).toEqual([]);
        expect(await store.read.treeOf(sessionUid('claude', 'xyz'))).toBe(treeKey(sessionUid('claude', 'xyz')));
      });
    });

    describe('events', () => {
      test('come in the order they were given, a page at a time', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ events: range(60).map((n) => message(`m${n}`, { at: 1_000 - n })) }));
        const first = await store.read.events(uid, { after: 0, limit: 50 });
        const rest = await store.read.events(uid, { after: 50, limit: 50 });
        expect([...first, ...rest].map((event) => event.id)).toEqual(range(60).map((n) => id(`m${n}`)));
        expect(await store.read.countEvents(uid)).toBe(60);
      });

      test('can be asked for by kind', async () => {
        await using store = await opened();
        await store.write.commit(failedTest());
        const events = await store.read.events(uid, { after: 0, limit: 10, kinds: ['error', 'user_msg'] });
        expect(events.map((event) => event.kind)).toEqual(['user_msg', 'error']);
      });

      test('steps are the prompts and calls', async () => {
        await using store = await opened();
        await store.write.commit(failedTest());
        expect((await store.read.steps(uid, { after: 0, limit: 10 })).map((event) => event.id)).toEqual([id('e1'), id('e2')]);
        expect((await store.read.steps(uid, { after: 1, limit: 10 })).map((event) => event.id)).toEqual([id('e2')]);
        expect(await store.read.firstStep(uid)).toEqual(ref('e1'));
        expect(await store.read.lastStep(uid)).toEqual(ref('e2'));
        expect(await store.read.lastStep(uid, 2)).toEqual(ref('e1'));
        expect(await store.read.stepByNative(uid, 'toolu_abc')).toEqual(ref('e2'));
        expect(await store.read.stepByNative(uid, 'line:1')).toEqual(ref('e1'));
        expect(await store.read.stepByNative(uid, 'toolu_ab')).toBeUndefined();
      });

      test('a step has its events, near and far, its own first', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({
          events: [
            call('c'),
            message('near', { step: keyOf('c') }),
            ...range(100).map((n) => message(`m${n}`, { step: null })),
            message('far', { step: keyOf('c') }),
          ],
        }));
        expect((await store.read.eventsOfStep(ref('c'), 10)).map((event) => event.id)).toEqual(['c', 'near', 'far'].map(id));
      });

      test('are found by a prefix of their id; several when it is ambiguous', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ events: range(200).map((n) => message(`m${n}`)) }));
        expect((await store.read.findEvents(id('m7'), undefined, 10)).map((event) => event.id)).toEqual([id('m7')]);
        expect((await store.read.findEvents(id('m7').slice(0, 12), undefined, 10)).map((event) => event.id)).toEqual([id('m7')]);
        expect((await store.read.findEvents(id('m7').slice(0, 20), uid, 10)).map((event) => event.id)).toEqual([id('m7')]);
        expect(await store.read.findEvents('ev_', undefined, 5)).toHaveLength(5);
        expect(await store.read.findEvents(id('m7').slice(0, 12), other, 10)).toEqual([]);
        expect(await store.read.findEvents('ev_!', undefined, 10)).toEqual([]);
      });

      test('are found by native id; the exact one wins over longer ones', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({
          events: ['call_a', 'call_ab', 'call_with_a_long_id_1', 'call_with_a_long_id_2'].map((native) => call(native, { native })),
        }));
        const find = async (prefix: string): Promise<readonly string[]> =>
          (await store.read.findEvents(prefix, uid, 10)).map((event) => String(event.native_id)).toSorted();
        expect(await find('call_a')).toEqual(['call_a']);
        expect(await find('call_with_a_long_id_2')).toEqual(['call_with_a_long_id_2']);
        expect(await find('call_with_a_long_id')).toEqual(['call_with_a_long_id_1', 'call_with_a_long_id_2']);
        expect(await find('call_')).toHaveLength(4);
        expect(await find('nothing')).toEqual([]);
        expect(await store.read.sessionsWithNative('call_a', 'claude', 10)).toEqual([uid]);
        expect(await store.read.sessionsWithNative('call_a', 'codex', 10)).toEqual([]);
      });

      test('a line number finds the event that has no other native id', async () => {
        await using store = await opened();
        await store.write.commit(failedTest());
        expect((await store.read.findEvents('line:1', uid, 10)).map((event) => event.id)).toEqual([id('e1')]);
      });
    });

    describe('lineage', () => {
      test('a chain leads from an event to its parents, nearest first', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({
          events: range(100).map((n) => message(`m${n}`, { parent: n === 0 ? null : keyOf(`m${n - 1}`) })),
        }));
        const chain = await store.read.parentChain(ref('m99'), 1_000);
        expect(chain.map((event) => event.id)).toEqual(range(100).map((n) => id(`m${99 - n}`)));
        expect(await store.read.parentChain(ref('m99'), 10)).toHaveLength(10);
      });

      test('a cycle ends where it began', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ events: [message('a', { parent: keyOf('b') })] }));
        await store.write.commit(batchOf({ offset: 20, events: [message('b', { parent: keyOf('a') }), message('self', { parent: keyOf('self') })] }));
        expect((await store.read.parentChain(ref('a'), 1_000_000)).map((event) => event.id)).toEqual([id('a'), id('b')]);
        expect((await store.read.parentChain(ref('self'), 1_000_000)).map((event) => event.id)).toEqual([id('self')]);
      });

      test('a chain goes on in another session of the tree', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ events: [prompt('p')] }));
        await store.write.commit(batchOf({ uid: child, path: '/c.jsonl', events: [message('c', { session: child, key: eventKey(child, 'c'), parent: keyOf('p') })] }));
        const chain = await store.read.parentChain({ tree, event: eventKey(child, 'c') }, 10);
        expect(chain.map((event) => event.session)).toEqual([child, uid]);
        expect((await store.read.childEvents(ref('p'), 10)).map((event) => event.session)).toEqual([child]);
      });

      test('children are found near and far', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({
          events: [
            prompt('p'),
            message('near', { parent: keyOf('p') }),
            ...range(100).map((n) => message(`m${n}`)),
            message('far', { parent: keyOf('p') }),
          ],
        }));
        expect((await store.read.childEvents(ref('p'), 10)).map((event) => event.id)).toEqual([id('near'), id('far')]);
        expect(await store.read.childEvents(ref('p'), 1)).toHaveLength(1);
      });
    });

    describe('edges', () => {
      test('what the agent recorded comes before what a rule inferred, then the surer one', async () => {
        await using store = await opened();
        await store.write.commit(failedTest());
        await store.write.putLinkEdges(tree, uid, [
          edge('e1', 'e2', { basis: 'inferred', confidence: 0.99, types: ['asked', 'informed'], evidence: ['names the test'] }),
          edge('e3', 'e2', { basis: 'inferred', confidence: 0.5, types: ['reacted'] }),
          edge('e4', 'e2', { basis: 'recorded', confidence: 1 }),
        ]);
        const causes = await store.read.causes([ref('e2'), ref('e1')]);
        expect(causes.map(({ cause }) => cause)).toEqual([id('e4'), id('e1'), id('e3')]);
        expect(causes[1]).toEqual({
          cause: id('e1'), effect: id('e2'), types: ['asked', 'informed'], basis: 'inferred', confidence: 0.99, evidence: ['names the test'],
        });
        expect((await store.read.effects([ref('e1')])).map(({ effect }) => effect)).toEqual([id('e2')]);
      });

      test('link edges are replaced as a whole, and say where the parent was left', async () => {
        await using store = await opened();
        await store.write.commit(failedTest());
        await store.write.commit(batchOf({
          uid: child, path: '/c.jsonl', session: { parent: { uid, relation: 'subagent' } },
          events: [message('c1', { session: child, key: eventKey(child, 'c1') })],
        }));
        const first: EventRef = { tree, event: eventKey(child, 'c1') };
        const spawned: EdgeRow = { ...edge('e1', 'e1'), effect: first };
        const returned: EdgeRow = { ...edge('e2', 'e2', { types: ['returned'] }), cause: first };
        await store.write.putLinkEdges(tree, child, [returned, spawned]);
        expect((await store.read.session(child))?.parent).toEqual({ uid, relation: 'subagent', step: id('e1') });
        expect(await store.read.causes([first, ref('e2')])).toHaveLength(2);

        await store.write.putLinkEdges(tree, child, [{ ...spawned, cause: ref('e2') }]);
        expect((await store.read.session(child))?.parent?.step).toBe(id('e2'));
        expect((await store.read.causes([first, ref('e2')])).map(({ cause }) => cause)).toEqual([id('e2')]);
      });

      test('a compaction inside a session does not say where its parent was left', async () => {
        await using store = await opened();
        await store.write.commit({ ...failedTest(), sessions: [{ ...failedTest().sessions[0]!, parent: { uid: other, relation: 'fork' } }] });
        await store.write.putLinkEdges(tree, uid, [edge('e1', 'e2', { types: ['continued'] })]);
        expect((await store.read.session(uid))?.parent).toEqual({ uid: other, relation: 'fork', step: null });
      });

      test('a cause may lie in another tree', async () => {
        await using store = await opened();
        await store.write.commit(failedTest());
        const elsewhere: EventRef = { tree: treeKey(other), event: eventKey(other, 'x') };
        await store.write.putLinkEdges(tree, uid, [{ ...edge('e1', 'e1'), cause: elsewhere }]);
        expect((await store.read.causes([ref('e1')])).map(({ cause }) => cause)).toEqual([eventId(elsewhere)]);
        expect((await store.read.effects([elsewhere])).map(({ effect }) => effect)).toEqual([id('e1')]);
      });
    });

    describe('links', () => {
      test('the same link twice is one link, seen from both ends', async () => {
        await using store = await opened();
        const spawned = link({ call: 'toolu_abc' });
        const resumed = link({ type: 'continued', parent: other, beforeLine: 12 });
        await store.write.commit({ ...batchOf({}), links: [spawned, resumed, spawned] });
        await store.write.commit({ ...batchOf({ offset: 20 }), links: [spawned] });
        expect(await store.read.linksFrom(uid)).toEqual([spawned]);
        expect(await store.read.links(child)).toEqual(expect.arrayContaining([spawned, resumed]));
        expect(await store.read.links(child)).toHaveLength(2);
      });

      test('sessions wait to be linked until they are, also across a restart', async () => {
        const { store, reopen } = await open();
        await store.write.commit(failedTest());
        await store.write.commit(batchOf({ uid: child, path: '/c.jsonl' }));
        expect((await store.write.unlinked(10)).toSorted()).toEqual([uid, child].toSorted());
        await store.write.linked([uid]);
        await store[Symbol.asyncDispose]();

        await using again = await reopen();
        expect(await again.write.unlinked(10)).toEqual([child]);
        await again.write.linked([child]);
        expect(await again.write.unlinked(10)).toEqual([]);
      });

      test('a session must be linked again when it or its parent grew', async () => {
        await using store = await opened();
        await store.write.commit(failedTest());
        await store.write.commit({ ...batchOf({ uid: child, path: '/c.jsonl' }), links: [link({ call: 'toolu_late' })] });
        await store.write.linked([uid, child]);
        await store.write.commit(batchOf({ events: [call('late', { native: 'toolu_late' })], offset: 400 }));
        expect((await store.write.unlinked(10)).toSorted()).toEqual([uid, child].toSorted());
      });
    });

    describe('search', () => {
      test('finds events by all their words, the last one unfinished', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({
          events: [
            message('m1', { search: 'The migration of the users table failed' }),
            message('m2', { search: 'the users page' }),
            message('m3', { search: null, summary: 'users, but not to be found' }),
          ],
        }));
        expect(await found(store, 'users')).toEqual(['m1', 'm2']);
        expect(await found(store, 'USERS migra')).toEqual(['m1']);
        expect(await found(store, 'users-page')).toEqual(['m2']);
        expect(await found(store, 'users nowhere')).toEqual([]);
        expect(await store.read.search({ text: 'users', limit: 1 })).toMatchObject({ total: 2, totalIsExact: true });
      });

      test('finds accented words without their accents', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ events: [message('m1', { search: 'Café Zürich' })] }));
        expect(await found(store, 'cafe zurich')).toEqual(['m1']);
        expect(await found(store, 'cafe\u0301 ZÜRICH')).toEqual(['m1']);
      });

      test('finds Chinese, Japanese and Korean inside longer runs', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({
          events: [
            message('zh', { search: '修复数据库连接错误' }),
            message('ja', { search: 'データベースの接続エラーを直すfix' }),
            message('ko', { search: '데이터베이스 연결 오류' }),
            message('rare', { search: '𠮷野家' }),
          ],
        }));
        expect(await found(store, '数据库')).toEqual(['zh']);
        expect(await found(store, '误')).toEqual(['zh']);
        expect(await found(store, '连')).toEqual(['zh']);
        expect(await found(store, 'ベース エラー')).toEqual(['ja']);
        expect(await found(store, '直す fix')).toEqual(['ja']);
        expect(await found(store, '베이스')).toEqual(['ko']);
        expect(await found(store, '𠮷野')).toEqual(['rare']);
        expect(await found(store, '库数')).toEqual([]);
      });

      test('filters by agent, repository, session, kind, act, time and failure', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({
          session: { repo: 'x', source: 'claude-code', endedAt: 5_000 },
          events: [
            message('m', { search: 'needle', at: 1_000 }),
            call('c', { search: 'needle', at: 5_000, act: 'vcs', kind: 'tool_call', failed: true }),
          ],
        }));
        const away = (key: string): Partial<EventRow> => ({ session: other, key: eventKey(other, key), search: 'needle' });
        await store.write.commit(batchOf({
          uid: other, tree: treeKey(other), path: '/o.jsonl', session: { repo: 'y', source: 'codex', endedAt: 9_000 },
          events: [message('o', { ...away('o'), at: 9_000 })],
        }));
        const hits = async (filter: object): Promise<readonly string[]> =>
          (await store.read.search({ text: 'needle', limit: 10, ...filter })).hits.map(({ event }) => event.summary).toSorted();
        expect(await hits({})).toEqual(['c', 'm', 'o']);
        expect(await hits({ source: 'codex' })).toEqual(['o']);
        expect(await hits({ repo: 'x' })).toEqual(['c', 'm']);
        expect(await hits({ session: uid })).toEqual(['c', 'm']);
        expect(await hits({ kind: 'tool_call' })).toEqual(['c']);
        expect(await hits({ act: 'vcs' })).toEqual(['c']);
        expect(await hits({ since: 5_000 })).toEqual(['c', 'o']);
        expect(await hits({ failed: true })).toEqual(['c']);
        expect(await hits({ repo: 'x', kind: 'assistant_msg', since: 2_000 })).toEqual([]);
        expect(await store.read.search({ text: 'needle', limit: 10, repo: 'x' })).toMatchObject({ total: 2, totalIsExact: true });
      });

      test('takes any text for words and never for syntax', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ events: [message('m1', { search: 'plain text about NEAR and OR' })] }));
        for (const text of hostile) await expect(store.read.search({ text, limit: 5 })).resolves.toBeDefined();
        expect(await found(store, 'text NEAR')).toEqual(['m1']);
        expect(await found(store, '"plain" (text*')).toEqual(['m1']);
        expect(await found(store, 'plain OR nothing')).toEqual([]);
        expect(await found(store, '  ')).toEqual([]);
      });

      test('a newer hit comes before an equal older one, and what people said before what tools did', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({
          events: [
            message('old', { search: 'same words' }), message('new', { search: 'same words' }),
            { ...prompt('said'), search: 'same words' }, ...range(3).map((n) => call(`c${n}`, { search: 'same words' })),
          ],
        }));
        const { hits } = await store.read.search({ text: 'same words', limit: 10 });
        const order = hits.map(({ event }) => event.summary);
        expect(order[0]).toBe('said');
        expect(order.indexOf('new')).toBeLessThan(order.indexOf('old'));
        expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
      });

      test('a word that is everywhere is cut, and the answer says so', async () => {
        await using store = await opened();
        for (const round of range(3)) {
          await store.write.commit(batchOf({
            offset: (round + 1) * 100,
            events: range(4_000).map((n) => message(`m${round}-${n}`, { search: n === 0 ? 'everywhere once' : 'everywhere' })),
          }));
        }
        const answer = await store.read.search({ text: 'everywhere', limit: 20 });
        expect(answer.hits).toHaveLength(20);
        expect(answer).toMatchObject({ total: 10_000, totalIsExact: false });
        expect(await store.read.search({ text: 'everywhere once', limit: 1 })).toMatchObject({ total: 3, totalIsExact: true });
      });
    });

    describe('forget', () => {
      test('removes a session with its bytes, and it stays forgotten', async () => {
        const { store, reopen } = await open();
        await store.write.commit(failedTest());
        await store.write.commit(batchOf({ uid: other, tree: treeKey(other), path: '/o.jsonl', events: [message('o', { session: other, key: eventKey(other, 'o'), search: 'failing too' })] }));
        await store.write.putLinkEdges(tree, uid, [edge('e1', 'e2')]);

        expect(await store.write.forget([uid])).toEqual({ sessions: 1, events: 4, bytes: 10 });
        await store[Symbol.asyncDispose]();

        await using again = await reopen();
        const { read } = again;
        expect(await read.session(uid)).toBeUndefined();
        expect(await read.event(ref('e1'))).toBeUndefined();
        expect(await read.file('/s.jsonl')).toBeUndefined();
        expect(await read.pieces('/s.jsonl', 0)).toEqual([]);
        expect(await read.causes([ref('e2')])).toEqual([]);
        expect(await found(again, 'failing')).toEqual(['o']);
        expect(await read.isForgotten(uid)).toBe(true);
        expect(await read.isForgotten(other)).toBe(false);
        expect(await read.check()).toEqual([]);
        expect(await again.write.forget([uid])).toEqual({ sessions: 0, events: 0, bytes: 0 });
      });

      test('takes along the sessions that live in the same file', async () => {
        await using store = await opened();
        const side = sessionUid('claude', 'one/side-1');
        const batch = batchOf({ events: [prompt('e1'), message('s1', { session: side, key: eventKey(side, 's1') })] });
        await store.write.commit({ ...batch, sessions: [...batch.sessions, { ...sessionOf(side, {}), add: tally({ events: 1 }) }] });
        expect(await store.write.forget([uid])).toMatchObject({ sessions: 2, events: 2 });
        expect(await store.read.session(side)).toBeUndefined();
        expect(await store.read.isForgotten(side)).toBe(true);
      });
    });

    describe('the store itself', () => {
      test('an overview adds up what each agent left', async () => {
        await using store = await opened();
        await store.write.commit({
          ...failedTest(),
          unknown: [{ kind: 'system/odd', version: '2.1', count: 2 }, { kind: 'odder', version: null, count: 1 }],
          issues: [{ line: 3, offset: 30, reason: 'not-json' }, { line: 9, offset: 90, reason: 'not-json' }],
        });
        await store.write.commit(batchOf({
          uid: other, tree: treeKey(other), path: '/o.jsonl', lines: { state: 2 }, bytes: 5,
          session: { source: 'codex', agentVersion: '0.98', endedAt: 3_000 }, source: 'codex',
        }));
        const answer = await store.read.overview();
        expect(answer.sources).toEqual([
          {
            source: 'claude-code', files: 1, sessions: 1, events: 4, errors: 1, lines: { mapped: 4, state: 0, copy: 0, raw: 0, issue: 0 },
            versions: [{ version: '2.1', sessions: 1 }],
            unknown: [{ kind: 'system/odd', version: '2.1', count: 2 }, { kind: 'odder', version: null, count: 1 }],
            lastEventAt: '2025-01-01T00:00:04.000Z',
          },
          {
            source: 'codex', files: 1, sessions: 1, events: 0, errors: 0, lines: { mapped: 0, state: 2, copy: 0, raw: 0, issue: 0 },
            versions: [{ version: '0.98', sessions: 1 }], unknown: [], lastEventAt: '1970-01-01T00:00:03.000Z',
          },
        ]);
        expect(answer.issues).toEqual([
          { path: '/s.jsonl', line: 3, reason: 'not-json' }, { path: '/s.jsonl', line: 9, reason: 'not-json' },
        ]);
        expect(answer.issueCounts).toEqual([{ reason: 'not-json', count: 2 }]);
      });

      test('remembers facts about itself across a restart', async () => {
        const { store, reopen } = await open();
        await store.write.setMeta('last-ingest', '1');
        await store.write.setMeta('last-ingest', '2');
        await store[Symbol.asyncDispose]();
        await using again = await reopen();
        expect(await again.read.meta('last-ingest')).toBe('2');
      });

      test('settling changes no answer', async () => {
        await using store = await opened();
        await store.write.commit(failedTest());
        const before = await everything(store);
        await store.write.settle();
        expect(await everything(store)).toEqual(before);
      });

      test('a check notices a gap between pieces, bytes that are short, and counters that are off', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ pieces: [piece(0, 'abc'), piece(5, 'fg')], bytes: 7 }));
        expect(await store.read.check()).toEqual([expect.stringContaining('begins at 5 instead of 3')]);
        await store.write.commit(batchOf({ path: '/t.jsonl', uid: child, pieces: [piece(0, 'abc')], bytes: 9, session: { add: tally({ events: 1 }) } }));
        expect(await store.read.check()).toEqual(expect.arrayContaining([
          expect.stringContaining('its mark says 9'), expect.stringContaining('counters'),
        ]));
      });

      test('bytes that are no longer there are said to be evicted', async () => {
        await using store = await opened();
        await store.write.commit(batchOf({ pieces: [], bytes: 5 }));
        const error = await Array.fromAsync(store.read.bytes('/s.jsonl', 0, 0, 5)).catch((thrown: unknown) => thrown as StemmaError);
        expect(error).toMatchObject({ code: 'payload-evicted' });
      });
    });
  });
}

export interface OpenStore {
  readonly store: Store;
  reopen(): Promise<Store>;
}

// The cast of all these stories: one session, its sub-agent, and somebody else's.
const uid = sessionUid('claude', 'one');
const child = sessionUid('claude', 'one/agent');
const other = sessionUid('claude', 'two');
const tree = treeKey(uid);
const start = Date.UTC(2025, 0, 1);

function keyOf(name: string): Key {
  return eventKey(uid, name);
}

function ref(name: string): EventRef {
  return { tree, event: keyOf(name) };
}

function id(name: string): string {
  return eventId(ref(name));
}

function eventRow(name: string, row: Partial<EventRow>): EventRow {
  return {
    session: uid, key: keyOf(name), native: null, at: null, kind: 'assistant_msg', act: null, type: null, role: null, tool: null,
    summary: name, failed: false, origin: null, parent: null, step: null, turn: null, tokens: null, durationMs: null,
    offset: 0, length: 10, line: 1, search: null, ...row,
  };
}

function prompt(name: string): EventRow {
  return eventRow(name, { kind: 'user_msg', role: 'user', origin: 'human', step: keyOf(name), turn: keyOf(name), native: 'line:1' });
}

function message(name: string, row: Partial<EventRow> = {}): EventRow {
  return eventRow(name, { role: 'assistant', ...row });
}

function call(name: string, row: Partial<EventRow> = {}): EventRow {
  return eventRow(name, { kind: 'tool_call', tool: 'Bash', step: keyOf(name), ...row });
}

function tally(add: Partial<SessionRow['add']> = {}): SessionRow['add'] {
  return { events: 0, steps: 0, errors: 0, turns: 0, retries: 0, inputTokens: 0, outputTokens: 0, cacheTokens: 0, wallClockMs: 0, ...add };
}

function sessionOf(of: SessionUid, row: Partial<SessionRow>): SessionRow {
  return { uid: of, source: 'claude-code', nativeId: of.slice(of.indexOf(':') + 1), root: uid, workspace: 'local', add: tally(), ...row };
}

interface Parts {
  readonly uid?: SessionUid;
  readonly tree?: Key;
  readonly path?: string;
  readonly role?: FileMark['role'];
  readonly source?: string;
  readonly version?: number;
  readonly bytes?: number;
  readonly offset?: number;
  readonly readAt?: number;
  readonly lines?: Partial<FileMark['lines']>;
  readonly session?: Partial<SessionRow>;
  readonly events?: readonly EventRow[];
  readonly pieces?: readonly PieceRow[];
}

/** A batch as ingest would make it, counting its own events. */
function batchOf(parts: Parts): Batch {
  const of = parts.uid ?? uid;
  const events = parts.events ?? [];
  const counted = tally({
    events: events.filter(({ session }) => session === of).length,
    steps: events.filter(({ key, step }) => key === step).length,
    turns: events.filter(({ key, turn }) => key === turn).length,
    errors: events.filter(({ kind }) => kind === 'error').length,
  });
  return {
    tree: parts.tree ?? tree,
    file: {
      path: parts.path ?? '/s.jsonl', source: parts.source ?? 'claude-code', session: of, role: parts.role ?? 'main',
      version: parts.version ?? 0, bytes: parts.bytes ?? 0, offset: parts.offset ?? 10,
      lines: { mapped: 0, state: 0, copy: 0, raw: 0, issue: 0, ...parts.lines },
      torn: false, size: 10, mtimeMs: 1, state: null, readAt: parts.readAt ?? start,
    },
    pieces: parts.pieces ?? [],
    sessions: [sessionOf(of, { add: counted, ...parts.session })],
    events, outcomes: [], links: [], unknown: [], issues: [],
  };
}

function sessionAt(name: string, at: number, session: Partial<SessionRow> = {}): Batch {
  const of = sessionUid('claude', name);
  return batchOf({ uid: of, tree: treeKey(of), path: `/${name}.jsonl`, session: { startedAt: at, endedAt: at, ...session } });
}

/** "Make the tests pass": a prompt, a test run, its failure, and what the agent said to it. */
function failedTest(): Batch {
  return batchOf({
    lines: { mapped: 4 },
    session: { agentVersion: '2.1', startedAt: start + 1_000, endedAt: start + 4_000, add: tally({ events: 4, steps: 2, errors: 1, turns: 1 }) },
    pieces: [piece(0, 'four lines', 'm4')],
    bytes: 10,
    events: [
      { ...prompt('e1'), at: start + 1_000, search: 'make the tests pass' },
      eventRow('e2', {
        kind: 'test_run', act: 'check', type: 'shell', role: 'assistant', tool: 'Bash', native: 'toolu_abc', summary: 'npm test', failed: true,
        parent: keyOf('e1'), step: keyOf('e2'), turn: keyOf('e1'), at: start + 2_000, line: 2, offset: 10, search: 'npm test',
        tokens: { input: 3, output: 5, cache_read: 7, cache_write: 11 }, durationMs: 1_234,
      }),
      eventRow('e3', {
        kind: 'error', role: 'tool', summary: '1 failing', failed: true, parent: keyOf('e2'), step: keyOf('e2'), turn: keyOf('e1'),
        at: start + 3_000, line: 3, offset: 20, search: '1 failing: adds two numbers',
      }),
      message('e4', { parent: keyOf('e3'), step: keyOf('e1'), turn: keyOf('e1'), at: start + 4_000, line: 4, offset: 30 }),
    ],
  });
}

function edge(cause: string, effect: string, row: Partial<EdgeRow> = {}): EdgeRow {
  return { cause: ref(cause), effect: ref(effect), types: ['spawned'], basis: 'recorded', confidence: 1, evidence: [], ...row };
}

function link(row: Partial<LinkRow>): LinkRow {
  return { type: 'spawned', child, parent: uid, call: '', from: null, to: null, beforeLine: null, ...row };
}

function piece(at: number, text: string, lines = ''): PieceRow {
  const bytes = Buffer.from(text);
  return { start: at, length: bytes.length, hash: createHash('sha256').update(bytes).digest('hex'), data: zstdCompressSync(bytes), lines };
}

function compressedSize(text: string): number {
  return piece(0, text).data!.length;
}

async function bytesOf(store: Store, path: string, version: number, from: number, to: number): Promise<string> {
  return Buffer.concat(await Array.fromAsync(store.read.bytes(path, version, from, to))).toString();
}

/** Summaries of what a search finds, in alphabetical order. */
async function found(store: Store, text: string): Promise<readonly string[]> {
  const { hits } = await store.read.search({ text, limit: 10 });
  return hits.map(({ event }) => event.summary).toSorted();
}

/** All a reader could notice, to compare before and after. The size of the file on disk is nobody's business. */
async function everything(store: Store) {
  const { sessions } = await store.read.sessions({}, { limit: 100, offset: 0 });
  const { bytes: { source, blocks }, ...overview } = await store.read.overview();
  return {
    sessions,
    events: await Promise.all(sessions.map((session) => store.read.events(session.uid, { after: 0, limit: 1_000 }))),
    files: await Array.fromAsync(store.read.files()),
    failing: await store.read.search({ text: 'failing', limit: 10 }),
    overview, source, blocks,
  };
}

function range(count: number): readonly number[] {
  return [...Array(count).keys()];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const hostile = [
  '"', '""', "'", '*', 'a*', '**', '(', ')', 'a AND', 'AND', 'OR NOT', 'NEAR(a b)', 'a NEAR/3 b', 'text:plain', '-plain', '^plain', 'plain + text',
  '{a b}', 'a"b', "'; drop table event; --", '\0', 'a\0b', '\uD800', '\uDC00x', '\u202e', '\u0301', 'e\u0301*', 'x'.repeat(10_000), 'a '.repeat(1_000), '\u{1F600}',
  '\u0915\u094D\u0937', '\u{1E900}', '．', '・', 'ア・イ', '％', '\\', '?1', '$x', ':y', '@z',
];
