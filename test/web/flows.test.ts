import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import type { OpenPage, Page } from './browser.ts';
import { recentSessions } from './recent-sessions.ts';
import { startTestSite, type TestSite } from './test-site.ts';
import { tracedSession } from './traced-session.ts';

// What people come for, each in at most three keys or clicks, from the start page or the session they look at. Words
// that are typed count as one.

const traced = tracedSession({ from: Date.now() - 4 * 3_600_000 });

let site: TestSite;
/** One window for all. */
let open: OpenPage;
let page: Page;
let used = 0;

beforeAll(async () => {
  const folder = recentSessions();
  writeFileSync(
    join(folder, 'traced.jsonl'),
    traced
      .toString()
      .replaceAll('claude-test', 'claude-sonnet-4-6')
      .replaceAll('"output_tokens":5', '"output_tokens":90000'),
  );
  site = await startTestSite(folder);
  open = await site.browser.open(`${site.server.origin}/`);
  ({ page } = open);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
}, 120_000);

afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const main = () => page.getByRole('main');
const steps = () => page.getByRole('listbox', { name: 'Steps', exact: true });
const selected = () => page.locator('[role=option][aria-selected=true]');
const inspector = () => page.getByRole('complementary', { name: 'Inspector' });
const copied = () => page.evaluate(() => navigator.clipboard.readText());

async function startPage(): Promise<void> {
  used = 0;
  await page.goto(`${site.server.origin}/`);
  await main()
    .getByText(/compared with the previous 7 days/)
    .waitFor();
}

async function sessionPage(): Promise<void> {
  used = 0;
  await page.goto(`${site.server.origin}/s/${encodeURIComponent(`claude:${traced.session}`)}`);
  await steps().getByRole('option').first().waitFor();
  await page.getByRole('region', { name: 'Digest' }).getByText('Outcome').waitFor();
}

async function press(key: string): Promise<void> {
  used += 1;
  await page.keyboard.press(key);
}

async function click(target: Locator): Promise<void> {
  used += 1;
  await target.click();
}

async function type(words: string): Promise<void> {
  used += 1;
  await page.keyboard.type(words);
}

test('what did my agents do this week, and what did it cost? 0, and 1 for what cost most', async () => {
  await startPage();
  await main().getByRole('link', { name: '7 sessions', exact: true }).waitFor();
  const cost = main().getByRole('link', { name: /^(?:≥ )?\$\d+\.\d\d cost$/ });
  const amount = (await cost.innerText()).replace('≥ ', '');
  expect(used).toBe(0);
  await click(cost);
  await page.getByRole('table').waitFor();
  await expect.poll(() => main().innerText()).toContain(amount);
  expect(used).toBe(1);
});

test('why this edit? 2', async () => {
  await sessionPage();
  await click(steps().getByRole('option').filter({ hasText: 'Edit' }).last());
  await press('w');
  await page.getByText(/\d+ causes?$/).waitFor();
  await inspector().getByRole('list', { name: 'Causes' }).getByText('money.ts').first().waitFor();
  await inspector().getByRole('list', { name: 'Back to the prompt' }).getByText('round the totals').waitFor();
  expect(used).toBeLessThanOrEqual(3);
});

test('what keeps failing? 1', async () => {
  await startPage();
  await click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Errors' }));
  const worst = page.getByRole('navigation', { name: 'Failure patterns' }).locator('[data-row]').first();
  await expect.poll(() => worst.innerText()).toMatch(/left-pad[\s\S]*4 ×/);
  await page.getByRole('article').first().getByText('Error', { exact: true }).waitFor();
  expect(used).toBe(1);
});

test('where did it go wrong? 1', async () => {
  await sessionPage();
  await press('n');
  await inspector()
    .getByRole('article', { name: 'Story of this failure' })
    .getByText('Likely culprit')
    .first()
    .waitFor();
  expect(used).toBe(1);
});

test('find that thing: 3', async () => {
  await startPage();
  await press('/');
  await type('ROUNDING_TABLE');
  await page.getByRole('dialog').getByRole('option').filter({ hasText: 'ROUNDING' }).first().waitFor();
  await press('Enter');
  await page.waitForURL(/\/s\//);
  await page.getByRole('heading', { level: 1, name: 'round the totals' }).waitFor();
  expect(used).toBeLessThanOrEqual(3);
});

test('go on with this: 2, and the pack is copied', async () => {
  await sessionPage();
  await click(page.getByRole('button', { name: 'Resume' }));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Copy' }));
  await expect.poll(copied).toContain('# Resume: shop on main');
  expect(used).toBeLessThanOrEqual(3);
});

test('what changed in this file? 2', async () => {
  await sessionPage();
  await press('4');
  await click(page.getByRole('region', { name: 'List of files' }).getByRole('button', { name: /money\.ts/ }));
  const changes = page.getByRole('region', { name: 'Changes of src/money.ts' }).getByRole('group', { name: 'Diff' });
  await expect.poll(() => changes.count()).toBe(2);
  expect(used).toBeLessThanOrEqual(3);
});

test('which step was slow? 2', async () => {
  await sessionPage();
  await press('5');
  const times = page.getByRole('listbox', { name: 'Steps by time' }).getByRole('option');
  await times.first().waitFor();
  await press('S');
  await selected().waitFor();
  expect(used).toBeLessThanOrEqual(3);
});

test('what is running? 0, and 1 to follow it', async () => {
  await startPage();
  const running = page.getByRole('region', { name: 'Running now' }).getByRole('link', { name: 'watch the build' });
  await running.waitFor();
  expect(used).toBe(0);
  await click(running);
  await page.locator('header').getByRole('status').getByText('running').waitFor();
  expect(used).toBe(1);
});

test('compare these two: 3', async () => {
  await startPage();
  await click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Sessions' }));
  const compare = page.getByRole('button', { name: /^Compare make the tests/ });
  await click(compare.nth(0));
  await click(compare.nth(1));
  await page
    .getByRole('region', { name: 'Numbers' })
    .getByRole('row', { name: /^Edits/ })
    .waitFor();
  expect(used).toBeLessThanOrEqual(3);
});

test('hand this off: 3, and the prompt is copied', async () => {
  await sessionPage();
  await click(page.getByRole('button', { name: 'Hand off' }));
  used += 1;
  await page.getByRole('dialog').getByRole('combobox').selectOption({ label: 'Codex CLI' });
  await click(page.getByRole('dialog').getByRole('button', { name: 'Copy' }));
  await expect.poll(copied).toContain('round the totals');
  expect(used).toBeLessThanOrEqual(3);
});

test('set it up: 1, with the commands that are left', async () => {
  await startPage();
  await click(page.getByRole('link', { name: 'Setup' }).first());
  await page.getByRole('region', { name: 'Agents found' }).waitFor();
  await page.getByRole('region', { name: 'Archive and settings' }).getByText('stemma evict').waitFor();
  expect(used).toBe(1);
  expect(open.problems).toEqual([]);
});
