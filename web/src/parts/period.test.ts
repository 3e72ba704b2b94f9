import { expect, test } from 'vitest';
import { periodName, periodOf } from './period.ts';

test('whole days of UTC are asked for to their last millisecond', () => {
  const params = new URLSearchParams('from=2026-11-12&to=2026-11-18');
  expect(periodOf(params)).toEqual({ since: '2026-11-12T00:00:00.000Z', until: '2026-11-18T23:59:59.999Z' });
  expect(periodName(params)).toBe('12 Nov to 18 Nov 2026');
});

test('a span counts back from now and needs no name of its own', () => {
  const params = new URLSearchParams('from=week');
  expect(periodOf(params)).toEqual({ since: '7d', until: null });
  expect(periodName(params)).toBeNull();
});

test('what is no period is none', () => {
  const params = new URLSearchParams('from=2026-13-45&to=soon');
  expect([periodOf(params), periodName(params)]).toEqual([{ since: null, until: null }, null]);
});
