import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Postings } from './postings.ts';

const few = 1 << 9;
const stepsOf = (postings: Postings, hash: number): number[] => {
  const { steps, length } = postings.of(hash);
  return [...steps.subarray(0, length)];
};

describe('of what was shown', () => {
  test('the steps are returned latest first', () => {
    const postings = new Postings(few, few);
    for (const step of [3, 5, 8]) postings.add(7, step);
    expect(stepsOf(postings, 7)).toEqual([8, 5, 3]);
    expect(postings.count(7)).toBe(3);
  });

  test('the latest few are kept, and the very first, and how many there were', () => {
    const postings = new Postings(few, few);
    for (let step = 10; step < 1010; step++) postings.add(7, step);
    const steps = stepsOf(postings, 7);
    expect(steps[0]).toBe(1009);
    expect(steps.at(-1)).toBe(10);
    expect(steps.length).toBeLessThan(50);
    expect(steps).toEqual(steps.toSorted((a, b) => b - a));
    expect(postings.count(7)).toBe(1000);
  });

  test('a step counts once, however often it showed it', () => {
    const postings = new Postings(few, few);
    for (const step of [1, 1, 1, 2, 2]) postings.add(7, step);
    expect(stepsOf(postings, 7)).toEqual([2, 1]);
    expect(postings.count(7)).toBe(2);
  });

  test('how a step held it is kept with the step', () => {
    const postings = new Postings(few, few);
    postings.add(7, 1);
    postings.add(7, 2);
    postings.add(7, 2, 1);
    postings.add(7, 3);
    expect(stepsOf(postings, 7)).toEqual([3, 2, 1]);
    expect([...postings.of(7).marks.subarray(0, 3)]).toEqual([0, 1, 0]);
    expect([postings.of(7).includes(2), postings.of(7).includes(4)]).toEqual([true, false]);
  });

  test('nothing is known of what was never shown', () => {
    const postings = new Postings(few, few);
    postings.add(7, 1);
    expect([stepsOf(postings, 8), postings.count(8)]).toEqual([[], 0]);
  });
});

describe('however much is shown', () => {
  test('nothing is lost or mixed up before it is full', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer(), fc.integer({ min: -3, max: 3 })), { maxLength: 200 }), (hashes) => {
        const postings = new Postings(1 << 6, 1 << 14);
        const expected = new Map<number, number[]>();
        for (const [step, hash] of hashes.entries()) {
          postings.add(hash, step);
          expected.set(hash, [step, ...(expected.get(hash) ?? [])]);
        }
        for (const [hash, steps] of expected) {
          expect(postings.count(hash)).toBe(steps.length);
          expect(stepsOf(postings, hash).slice(0, 10)).toEqual(steps.slice(0, 10));
          expect(stepsOf(postings, hash).at(-1)).toBe(steps.at(-1));
        }
      }),
    );
  });

  test('what has not been seen for long goes, what is seen again and again stays, with its beginning', () => {
    const postings = new Postings(few, few);
    postings.add(-1, 0);
    for (let step = 0; step < 20 * few; step++) {
      postings.add(step + 1, step);
      if (step % 50 === 0) postings.add(-2, step);
    }
    expect(stepsOf(postings, -1)).toEqual([]);
    expect(stepsOf(postings, -2).at(-1)).toBe(0);
    expect(postings.count(-2)).toBe(Math.ceil((20 * few) / 50));
    expect(stepsOf(postings, 20 * few)).toEqual([20 * few - 1]);
  });

  test('what was seen a while ago outlives the table that fills up next', () => {
    const postings = new Postings(few, few);
    postings.add(-1, 0);
    let filled = 0;
    while (filled < few / 2) postings.add(++filled, filled);
    expect(stepsOf(postings, -1)).toEqual([0]);
  });

  test('not more than twice its size is remembered', () => {
    const postings = new Postings(few, few);
    for (let step = 0; step < 50 * few; step++) postings.add(step, step);
    let remembered = 0;
    for (let hash = 0; hash < 50 * few; hash++) if (postings.count(hash) > 0) remembered++;
    expect(remembered).toBeGreaterThan(few / 2);
    expect(remembered).toBeLessThanOrEqual(2 * few);
  });
});
