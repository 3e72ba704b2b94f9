import { expect, test } from 'vitest';
import type { Chain } from '../../model/chain.ts';
import { knownPast, maxPast } from './known-past.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const failed = (at: string | null, resolvedAt: string | null = null) =>
  ({ error: { at }, resolved_at: resolvedAt }) as Chain;

test('a failure is known when it is solved, or after an hour', () => {
  const [solved, old, undated, open, later] = [
    failed(ago(10), ago(5)),
    failed(ago(61)),
    failed(null),
    failed(ago(59)),
    failed(ago(90), ago(-5)),
  ];
  expect(knownPast([solved, old, undated, open, later], now)).toEqual([solved, old, undated]);
});

test('of many the latest are looked at', () => {
  const many = Array.from({ length: maxPast + 5 }, (_, index) => failed(ago(10_000 - index)));
  expect(knownPast(many, now)).toEqual(many.slice(5));
});
