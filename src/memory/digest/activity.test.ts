import { expect, test } from 'vitest';
import type { EventId } from '../../model/ids.ts';
import { ActivityCount } from './activity.ts';

const began = Date.parse('2026-03-02T09:00:00Z');

test('steps are counted by the second, and those that failed besides', () => {
  expect(activityOf([0, 0.5, 3], [3])).toEqual({
    from: '2026-03-02T09:00:00.000Z',
    seconds: 1,
    steps: [2, 0, 0, 1],
    failures: [0, 0, 0, 1],
  });
  expect(activityOf([0, 1])).toMatchObject({ steps: [1, 1], failures: [] });
});

test('there are never more than 48 stretches, and none is lost, however long it takes', () => {
  const times = Array.from({ length: 10_000 }, (_, at) => at * at);
  const { seconds, steps } = activityOf(times)!;
  expect(steps.length).toBeLessThanOrEqual(48);
  expect(steps.length).toBeGreaterThan(24);
  expect(steps.reduce((all, count) => all + count)).toBe(10_000);
  expect(steps[0]).toBe(times.filter((time) => time < seconds).length);
});

test('the same session gives the same, whether it came at once or much later', () => {
  expect(activityOf([0, 47.9])).toMatchObject({ seconds: 1 });
  expect(activityOf([0, 48])).toMatchObject({ seconds: 2, steps: expect.objectContaining({ length: 25 }) });
});

test('a clock that went back counts to the beginning, and what has no time to nothing', () => {
  expect(activityOf([5, 0, 6])).toMatchObject({ from: '2026-03-02T09:00:05.000Z', steps: [2, 1] });
  const count = new ActivityCount();
  count.add({ ...step(0), at: null });
  count.add({ ...step(1), step: 'another' as EventId });
  expect(count.done()).toBeNull();
});

function activityOf(seconds: readonly number[], failed: readonly number[] = []) {
  const count = new ActivityCount();
  for (const second of seconds) count.add(step(second, failed.includes(second)));
  return count.done();
}

function step(second: number, failed = false) {
  const id = `ev_${second}` as EventId;
  return { id, step: id, at: new Date(began + second * 1000).toISOString(), failed };
}
