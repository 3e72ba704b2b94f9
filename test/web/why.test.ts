import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenPage, Page } from './browser.ts';
import { startTestSite, type TestSite } from './test-site.ts';
import { tracedSession } from './traced-session.ts';

let site: TestSite;
/** One page for all: each test selects the step it looks at. */
let open: OpenPage;
let page: Page;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-why-'));
  writeFileSync(join(folder, 'traced.jsonl'), tracedSession().toString());
  site = await startTestSite(folder);
  open = await site.browser.open(`${site.server.origin}/s/${encodeURIComponent(`claude:${tracedSession().session}`)}`);
  ({ page } = open);
  await row(/ls src/).waitFor();
}, 120_000);

afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const row = (text: RegExp | string) => page.getByRole('option').filter({ hasText: text }).first();
const inspector = () => page.getByRole('complementary', { name: 'Inspector' });
const causes = () => inspector().getByRole('list', { name: 'Causes' }).getByRole('listitem');

async function select(text: RegExp): Promise<void> {
  await page.keyboard.press('Escape');
  await row(text).click();
  await inspector().getByRole('list', { name: 'Back to the prompt' }).waitFor();
}

test('the confidence starts at likely and goes down to any', async () => {
  const slider = page.getByLabel('Minimum confidence');
  expect(await slider.getAttribute('aria-valuetext')).toBe('likely');
  expect(await slider.getAttribute('min')).toBe('0');
  expect(await slider.getAttribute('title')).toContain('0.50');
});

test('a possible cause is one click away, and its confidence is a word with the number on hover', async () => {
  await select(/money\.ts/);
  await expect.poll(() => causes().count()).toBe(1);
  await inspector().getByRole('button', { name: 'Show 1 more' }).click();
  await expect.poll(() => causes().count()).toBe(2);
  const level = causes().nth(1).getByText('possible');
  expect(await level.getAttribute('title')).toMatch(/confidence 0\.\d\d/);
});

test('the story of a failure and its causes name the same step first', async () => {
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  const story = inspector().getByRole('article', { name: 'Story of this failure' });
  await story.waitFor();
  await expect.poll(() => causes().count()).toBeGreaterThan(0);
  const numberIn = (text: string) => /#\d+/.exec(text)?.[0];
  expect(numberIn(await story.getByRole('listitem').first().innerText())).toBe(
    numberIn(await causes().first().innerText()),
  );
  expect(await causes().first().innerText()).toContain('likely culprit');
});

test('why ends at the prompt of the turn, through a compaction to the prompt before it', async () => {
  await page.keyboard.press('Escape');
  await row(/2 notes/).click();
  await row(/system-reminder/).click();
  await page.keyboard.press('w');
  await page.keyboard.press('w');
  await row('round the totals of the cart').waitFor();
  expect(await row('This session is being continued').innerText()).toContain('its turn');
  expect(await row(/\d+ steps, no link found/).count()).toBe(1);
});

test('what the evidence quotes is marked in the step and in its cause', async () => {
  await select(/Edit/);
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get('evidence') ?? [])].map((range) => (range as Range).toString()));
  await expect.poll(marked).toContain('export const ROUNDING_TABLE = [5, 10];');
  await causes().first().getByRole('button').click();
  await expect.poll(() => inspector().getByRole('heading', { level: 2 }).innerText()).toContain('money.ts');
  await expect.poll(() => inspector().innerText()).toMatch(/^Read/);
  await expect.poll(marked).toContain('export const ROUNDING_TABLE = [5, 10];');
  expect(open.problems).toEqual([]);
});
