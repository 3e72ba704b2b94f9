import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolationsAsShown } from './axe.ts';
import { loaded } from './browser.ts';
import { recentSessions } from './recent-sessions.ts';
import { startTestSite, type TestSite } from './test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite(recentSessions());
}, 120_000);

afterAll(() => site[Symbol.asyncDispose]());

const show = (path: string) => site.browser.open(site.server.origin + path);

test('Ctrl-K goes to a view, a session and a failure, and runs an action', async () => {
  await using open = await show('/skills');
  const { page } = open;
  await loaded(page);
  const go = async (words: string, option: RegExp) => {
    // As people do: without a look whether it is there yet.
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
    const dialog = page.getByRole('dialog', { name: 'Search everything' });
    const found = dialog.getByRole('option', { name: option }).first();
    await found.click();
  };
  await go('setup', /^Setup/);
  await page.waitForURL(/\/setup$/);
  await go('watch the build', /watch the build/);
  await page.waitForURL(/\/s\//);
  await go('left-pad', /left-pad.* ×/);
  await page.waitForURL(/\/errors\?p=/);
  const theme = await page.locator('html').getAttribute('data-theme');
  await go('light and dark', /switch between light and dark/);
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).not.toBe(theme);
  expect(open.problems).toEqual([]);
});

test('it lists views and actions before anything is typed, and the first fits what is typed', async () => {
  await using open = await show('/errors');
  const { page } = open;
  await loaded(page);
  await page.keyboard.press('Meta+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('option', { name: /Sessions with failures/ }).waitFor();
  await dialog.getByRole('option', { name: /keyboard shortcuts/ }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolationsAsShown(page), colorScheme).toEqual([]);
  }
  await dialog.getByRole('combobox').fill('skil');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/skills/);
});

test('the search page groups steps under their session and keeps its filters in the address', async () => {
  await using open = await show('/search?q=left-pad');
  const { page } = open;
  const rows = page.getByRole('region', { name: 'Sessions and their best steps' }).locator('li');
  await rows.first().waitFor();
  expect(await rows.first().getAttribute('data-step')).toBeNull();
  expect(await rows.nth(1).getAttribute('data-step')).toBe('true');
  await page.getByText(/^\d+ sessions? found$/).waitFor();
  await page.getByLabel('Repository', { exact: true }).selectOption('bank');
  await expect.poll(() => rows.count()).toBe(0);
  await expect.poll(() => page.url()).toContain('repo=bank');
  expect(open.problems).toEqual([]);
});
