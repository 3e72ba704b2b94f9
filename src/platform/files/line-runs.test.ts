import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dispositions } from '../../model/words.ts';
import { LineRuns, readRuns } from './line-runs.ts';

test('runs are short and readable', () => {
  const runs = new LineRuns();
  for (const line of ['mapped', 'mapped', 'state', 'mapped'] as const) runs.add(line);
  expect(runs.toString()).toBe('m2s1m1');
});

test('every line comes back, also when the runs were written in pieces', () => {
  const some = fc.array(fc.constantFrom(...dispositions));
  fc.assert(
    fc.property(some, some, (first, second) => {
      const runs = new LineRuns();
      for (const line of first) runs.add(line);
      const more = new LineRuns(runs.toString());
      for (const line of second) more.add(line);
      expect([...readRuns(more.toString())]).toEqual([...first, ...second]);
    }),
  );
});
