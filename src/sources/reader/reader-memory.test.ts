import { describe, expect, test } from 'vitest';
import { BoundedMap, BoundedSet } from './bounded.ts';
import { ReaderMemory } from './reader-memory.ts';

class Memory extends ReaderMemory {
  readonly calls = new BoundedMap<{ key: string; ended?: true }>(2);
  readonly seen = new BoundedSet(2);
  last: { readonly event?: string } = {};
}

describe('a bounded map', () => {
  test('keeps the latest entries; one that is set again is the latest', () => {
    const map = new BoundedMap<number>(2);
    map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    expect([...map]).toEqual([
      ['a', 3],
      ['c', 4],
    ]);
  });

  test('never drops its pinned key', () => {
    const map = new BoundedMap<number>(2, { pinned: '' });
    map.set('', 0).set('a', 1).set('b', 2).set('c', 3);
    expect([...map.keys()]).toEqual(['', 'c']);
  });

  test('does not keep what is too long to be an id', () => {
    expect(new BoundedMap<number>(2).set('x'.repeat(2000), 1).size).toBe(0);
    expect(new BoundedSet(2).add('x'.repeat(2000)).size).toBe(0);
  });
});

describe('a reader memory', () => {
  test('that was saved as JSON and restored is the same, with its limits', () => {
    const memory = new Memory();
    memory.turn = 't';
    memory.last = { event: 'e' };
    memory.calls.set('1', { key: 'a' }).set('2', { key: 'b' });
    memory.seen.add('x').add('y');

    const restored = new Memory().restore(JSON.parse(JSON.stringify(memory.save())));

    expect(restored).toEqual(memory);
    restored.calls.set('3', { key: 'c' });
    restored.seen.add('z');
    expect([...restored.calls.keys()]).toEqual(['2', '3']);
    expect([...restored.seen]).toEqual(['y', 'z']);
  });

  test('a saved state does not change when the memory does, nor the other way round', () => {
    const memory = new Memory();
    memory.calls.set('1', { key: 'a' });
    const saved = memory.save();
    memory.calls.get('1')!.ended = true;
    new Memory().restore(saved).calls.get('1')!.ended = true;
    expect(saved).toEqual({ calls: [['1', { key: 'a' }]], seen: [], last: {} });
  });

  test('is fresh when nothing was saved', () => {
    expect(new Memory().restore(undefined)).toEqual(new Memory());
  });
});
