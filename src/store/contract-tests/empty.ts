import { describe, expect, test } from 'vitest';
import { uid, ref, type Open } from './cast.ts';

export function emptyContract(open: Open): void {
  describe('an empty store', () => {
    test('answers "not there", not an error', async () => {
      await using store = (await open()).store;
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
      expect(await read.sessionsInFile('session', 10)).toEqual([]);
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
}
