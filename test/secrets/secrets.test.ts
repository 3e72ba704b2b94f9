import { expect, test } from 'vitest';
import { plantSecrets, readInnocents, timeNasty } from './campaign.ts';

// `npm run secrets` is the whole campaign; this is a short run of it.

test('of secrets of every kind in every shape at least 97 % are redacted, and no kind is mostly missed', () => {
  const { planted, kinds, missed } = plantSecrets(24, 1);
  expect(kinds).toBeGreaterThanOrEqual(60);
  expect(planted).toBeGreaterThanOrEqual(300);
  expect(missed.length / planted).toBeLessThan(0.03);
  for (const by of ['kind', 'shape'] as const) {
    const counts = Object.entries(Object.groupBy(missed, (one) => one[by])).filter(([, all]) => all!.length > 8);
    expect(counts, `missed by ${by}`).toEqual([]);
  }
});

test('what looks a little like a secret comes through untouched', () => {
  const { lines, touched } = readInnocents(24, 25);
  expect(lines).toBeGreaterThan(900);
  expect(touched.map(({ kind, redacted }) => `${kind}: ${redacted.slice(0, 200)}`)).toEqual([]);
});

test('a longer text costs no more for each byte, whatever it holds', () => {
  expect(timeNasty(24, 16_384, 0.1).slow).toEqual([]);
});
