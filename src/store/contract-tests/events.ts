import { describe, expect, test } from 'vitest';
import { uid, other, keyOf, ref, id, message, call, batchOf, failedTest, range, type Open } from './cast.ts';

export function eventsContract(open: Open): void {
  describe('events', () => {
    test('come in the order they were given, a page at a time', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ events: range(60).map((n) => message(`m${n}`, { at: 1_000 - n })) }));
      const first = await store.read.events(uid, { after: 0, limit: 50 });
      const rest = await store.read.events(uid, { after: 50, limit: 50 });
      expect([...first, ...rest].map((event) => event.id)).toEqual(range(60).map((n) => id(`m${n}`)));
      expect(await store.read.countEvents(uid)).toBe(60);
    });

    test('can be asked for by kind', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      const events = await store.read.events(uid, { after: 0, limit: 10, kinds: ['error', 'user_msg'] });
      expect(events.map((event) => event.kind)).toEqual(['user_msg', 'error']);
    });

    test('can be asked for by name, many at once, and those that are not here are left out', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      const events = await store.read.eventsOf([ref('e3'), ref('never'), ref('e1')]);
      expect(events).toEqual([await store.read.event(ref('e3')), await store.read.event(ref('e1'))]);
    });

    test('steps are the prompts and calls', async () => {
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      expect((await store.read.steps(uid, { after: 0, limit: 10 })).map((event) => event.id)).toEqual([
        id('e1'),
        id('e2'),
      ]);
      expect((await store.read.steps(uid, { after: 1, limit: 10 })).map((event) => event.id)).toEqual([id('e2')]);
      expect(await store.read.firstStep(uid)).toEqual(ref('e1'));
      expect(await store.read.lastStep(uid)).toEqual(ref('e2'));
      expect(await store.read.lastStep(uid, { beforeLine: 2 })).toEqual(ref('e1'));
      expect(await store.read.lastStep(uid, { until: Date.parse('2025-01-01T00:00:01.500Z') })).toEqual(ref('e1'));
      expect(await store.read.stepByNative(uid, 'toolu_abc')).toEqual(ref('e2'));
      expect(await store.read.stepByNative(uid, 'line:1')).toEqual(ref('e1'));
      expect(await store.read.stepByNative(uid, 'toolu_ab')).toBeUndefined();
    });

    test('a step has its events, near and far, its own first', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({
          events: [
            call('c'),
            message('near', { step: keyOf('c') }),
            ...range(100).map((n) => message(`m${n}`, { step: null })),
            message('far', { step: keyOf('c') }),
          ],
        }),
      );
      expect((await store.read.eventsOfStep(ref('c'), 10)).map((event) => event.id)).toEqual(
        ['c', 'near', 'far'].map(id),
      );
    });

    test('are found by a prefix of their id; several when it is ambiguous', async () => {
      await using store = (await open()).store;
      await store.write.commit(batchOf({ events: range(200).map((n) => message(`m${n}`)) }));
      expect((await store.read.findEvents(id('m7'), undefined, 10)).map((event) => event.id)).toEqual([id('m7')]);
      expect((await store.read.findEvents(id('m7').slice(0, 12), undefined, 10)).map((event) => event.id)).toEqual([
        id('m7'),
      ]);
      expect((await store.read.findEvents(id('m7').slice(0, 20), uid, 10)).map((event) => event.id)).toEqual([
        id('m7'),
      ]);
      expect(await store.read.findEvents('ev_', undefined, 5)).toHaveLength(5);
      expect(await store.read.findEvents(id('m7').slice(0, 12), other, 10)).toEqual([]);
      expect(await store.read.findEvents('ev_!', undefined, 10)).toEqual([]);
    });

    test('are found by native id; the exact one wins over longer ones', async () => {
      await using store = (await open()).store;
      await store.write.commit(
        batchOf({
          events: ['call_a', 'call_ab', 'call_with_a_long_id_1', 'call_with_a_long_id_2'].map((native) =>
            call(native, { native }),
          ),
        }),
      );
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
      await using store = (await open()).store;
      await store.write.commit(failedTest());
      expect((await store.read.findEvents('line:1', uid, 10)).map((event) => event.id)).toEqual([id('e1')]);
    });
  });
}
