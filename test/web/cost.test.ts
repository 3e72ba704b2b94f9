import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Transcript } from '../support/transcript.ts';
import { axeViolations } from './axe.ts';
import type { Look, Page } from './browser.ts';
import { startTestSite, type TestSite } from './test-site.ts';

const cheap = used(new Transcript('cheap').prompt('say hello').says('Hello.'), 'claude-haiku-4-5', 1_000_000);
const dear = used(
  new Transcript('dear').prompt('read it').says('Read.').prompt('explain it').says('It adds.').says('It rounds.'),
  'claude-sonnet-4-6',
  1_000_000,
);

let site: TestSite;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-cost-'));
  writeFileSync(join(folder, 'cheap.jsonl'), cheap.text);
  writeFileSync(join(folder, 'dear.jsonl'), dear.text);
  site = await startTestSite(folder);
  writeFileSync(join(site.server.home, '.stemma', 'config.json'), '{"budget": {"usd": 20, "per": "month"}}');
}, 120_000);

afterAll(() => site[Symbol.asyncDispose]());

async function openCost(params = '', look: Look = {}) {
  const open = await site.browser.open(`${site.server.origin}/cost${params}`, look);
  await open.page.getByRole('table').waitFor();
  return open;
}

const names = (page: Page) => page.getByRole('rowheader').allInnerTexts();

test('what agents cost this month is one click away, with totals, the cache and the budget', async () => {
  await using open = await site.browser.open(`${site.server.origin}/sessions`);
  const { page } = open;
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Cost' }).click();
  await page.getByRole('table').waitFor();
  const text = await page.getByRole('main').innerText();
  expect(text).toMatch(/Cost\s+\$11\.00\s+at list prices/);
  expect(text).toMatch(/Cached\s+50 %/);
  expect(text).toContain('Budget of this month: $11.00 of $20.00 (55 %)');
  expect(open.problems).toEqual([]);
});

test('keys choose days, repositories, models; headings sort, and again the other way', async () => {
  await using open = await openCost();
  const { page } = open;
  await page.keyboard.press('4');
  await expect.poll(() => names(page)).toEqual(['claude-sonnet-4-6', 'claude-haiku-4-5']);
  const cost = page.getByRole('columnheader', { name: 'Cost' });
  await cost.getByRole('button').click();
  expect(await cost.getAttribute('aria-sort')).toBe('descending');
  await cost.getByRole('button').click();
  await expect.poll(() => names(page)).toEqual(['claude-haiku-4-5', 'claude-sonnet-4-6']);
  expect(await cost.getAttribute('aria-sort')).toBe('ascending');
  await expect.poll(() => page.url()).toContain('by=model');
  await page.keyboard.press('3');
  await expect.poll(() => names(page)).toEqual(['shop']);
  expect(open.problems).toEqual([]);
});

test('a session leads to its turns, and a turn to its step', async () => {
  await using open = await openCost('?by=session');
  const { page } = open;
  await page.getByRole('link', { name: /read it/ }).click();
  await expect.poll(() => names(page)).toEqual(['explain it', 'read it']);
  await page.getByRole('button', { name: 'Steps' }).click();
  await expect.poll(() => page.url()).toContain('by=step');
  await page.getByRole('link', { name: 'explain it' }).click();
  await expect.poll(() => page.url()).toMatch(/\/s\/.*at=ev_/);
  expect(open.problems).toEqual([]);
});

test('the page of cost passes axe, in light and dark, and fits 390 px', async () => {
  await using open = await openCost();
  expect(await axeViolations(open.page)).toEqual([]);
  await using narrow = await openCost('', { viewport: { width: 390, height: 800 } });
  expect(await narrow.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

/** Today's records, each answer of this model with so many tokens sent, and as many read from the cache. */
function used(transcript: Transcript, model: string, tokens: number): { readonly text: string } {
  const now = Date.now() - 60_000;
  const lines = transcript.lines.map((line, at) => {
    const record = JSON.parse(line) as { message: { model?: string; usage?: object } };
    if (record.message.usage) {
      record.message.model = model;
      record.message.usage = { input_tokens: tokens, output_tokens: 0, cache_read_input_tokens: tokens };
    }
    return { ...record, timestamp: new Date(now + at * 1000).toISOString() };
  });
  return { text: lines.map((line) => `${JSON.stringify(line)}\n`).join('') };
}
