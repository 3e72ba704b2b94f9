import { describe, expect, test } from 'vitest';
import { ownPrices } from './own-prices.ts';
import { priceOf, usdOf } from './usd-of.ts';
import { withUsersPrices } from './users-prices.ts';

const table = ownPrices();
const used = { input: 1_000, output: 100, cache_read: 10_000, cache_write: 2_000 };

describe('what tokens cost', () => {
  test('each kind has its own price', () => {
    expect(usdOf('claude-sonnet-4-5', used, table)).toBeCloseTo(
      (1_000 * 3 + 100 * 15 + 10_000 * 0.3 + 2_000 * 3.75) / 1e6,
      12,
    );
  });

  test('what is cached for an hour costs more', () => {
    expect(usdOf('claude-opus-4-6', { ...used, cache_write_1h: 2_000 }, table)).toBeCloseTo(
      (1_000 * 5 + 100 * 25 + 10_000 * 0.5 + 2_000 * 10) / 1e6,
      12,
    );
  });

  test('where writing to the cache has no price it costs as input does', () => {
    expect(usdOf('gpt-5-codex', used, table)).toBeCloseTo((3_000 * 1.25 + 100 * 10 + 10_000 * 0.125) / 1e6, 12);
  });

  // 3145+45+8837+11719 tokens of claude-opus-5-5, as Claude Code 2.1.325 counted and priced them in a capture of ours.
  test('it is what the agent itself says', () => {
    expect(
      usdOf('claude-opus-5-5', { input: 3_145, output: 45, cache_read: 8_837, cache_write: 11_719 }, table),
    ).toBeCloseTo(0.0738424, 12);
  });
});

describe('the name of a model', () => {
  test.each([
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
    ['openrouter/anthropic/claude-opus-4.6', 'claude-opus-4-6'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
    ['anthropic.claude-haiku-5-5', 'claude-haiku-5-5'],
    ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5'],
    ['claude-4.5-sonnet', 'claude-sonnet-4-5'],
    ['claude-3.5-sonnet', 'claude-3-5-sonnet'],
    ['claude-3-5-haiku-20241022', 'claude-3-5-haiku'],
    ['claude-opus-4-20250514', 'claude-opus-4'],
    ['claude-opus-4-0', 'claude-opus-4'],
    ['claude-opus-4-6[1m]', 'claude-opus-4-6'],
    ['claude-sonnet-4-5-thinking', 'claude-sonnet-4-5'],
    ['gpt-6.1-sol-2026-09-29', 'gpt-6.1-sol'],
    ['openai/gpt-5.2-codex', 'gpt-5.2-codex'],
    ['gpt-5.1-codex-max-xhigh', 'gpt-5.1-codex-max'],
    ['gpt-5-codex-high', 'gpt-5-codex'],
    ['gemini-3.1-pro-preview', 'gemini-3.1-pro'],
    ['gemini-3.1-pro-preview-customtools', 'gemini-3.1-pro'],
    ['gemini-3-flash-preview', 'gemini-3-flash'],
    ['publishers/google/models/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['x-ai/grok-code-fast-1', 'grok-code-fast-1'],
    ['grok-4-1-fast-non-reasoning', 'grok-4-1-fast'],
  ])('%s is %s', (recorded, listed) => {
    expect(table.models.get(listed)).toBeDefined();
    expect(priceOf(recorded, table)).toBe(table.models.get(listed));
  });

  test.each([
    'fake-1',
    'sonnet',
    'gpt-6.1-sol-mini',
    'claude-opus-5-5-fast',
    'qwen/qwen3-coder:free',
    'gpt-5.1-codex-max-turbo',
    'claude-opus-6',
    'gemini-2.5-pro-tts',
    '',
  ])('%s is nobody we know, and has no price', (recorded) => {
    expect(usdOf(recorded, used, table)).toBeUndefined();
  });
});

describe('prices of the user', () => {
  const users = (value: unknown) =>
    withUsersPrices(table, {
      path: '/home/me/.stemma/prices.json',
      text: typeof value === 'string' ? value : JSON.stringify(value),
    });

  test('add models and win over ours, under any name of the model', () => {
    const mine = users({
      date: '2027-01-01',
      models: { 'My-Model': { input: 1, output: 2 }, 'claude-opus-4-6': { input: 1, output: 1 } },
    });
    expect(mine.date).toBe('2027-01-01');
    expect(usdOf('my-model', used, mine)).toBeCloseTo((13_000 * 1 + 100 * 2) / 1e6, 12);
    expect(priceOf('us.anthropic.claude-opus-4-6-v1:0', mine)).toEqual({ input: 1, output: 1 });
    expect(priceOf('claude-sonnet-4-5', mine)).toBe(table.models.get('claude-sonnet-4-5'));
  });

  test('an older file does not make our prices older than they are', () => {
    expect(users({ date: '2020-01-01', models: {} }).date).toBe(table.date);
  });

  test.each([
    ['not JSON', 'it is not JSON'],
    [{ 'claude-opus-4-6': {} }, 'it has no "models"'],
    [{ models: { a: { input: 1 } } }, '"a" has no "output"'],
    [{ models: { a: { input: '1', output: 2 } } }, '"input" of "a" must be dollars per million tokens'],
    [{ models: { a: { input: 1, output: 2, cached: 3 } } }, '"a" has a field "cached"'],
    [{ date: 'today', models: {} }, '"date" must be a day'],
  ])('what cannot be meant is refused with its place: %j', (value, reason) => {
    expect(() => users(value)).toThrowError(
      expect.objectContaining({ code: 'bad-config', message: expect.stringContaining(reason) }),
    );
  });
});

test('every price of ours is one, and says where it is from', async () => {
  const { default: prices } = await import('./prices.json', { with: { type: 'json' } });
  expect(prices.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  for (const { sources } of Object.values(prices.providers))
    expect(sources.every((source) => source.startsWith('https://'))).toBe(true);
  for (const price of table.models.values()) {
    const { note: _, ...numbers } = price;
    expect(Object.values(numbers).every((value) => typeof value === 'number' && value > 0)).toBe(true);
    expect(price.output).toBeGreaterThan(price.input);
    expect(price.cache_read ?? 0).toBeLessThanOrEqual(price.input);
  }
});
