import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { loaded, type Look, type Page } from './browser.ts';
import { recentSessions } from './recent-sessions.ts';
import { startTestSite, type TestSite } from './test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite(recentSessions());
}, 120_000);

afterAll(() => site[Symbol.asyncDispose]());

const phone: Look = { viewport: { width: 390, height: 800 } };
const show = (path: string, look?: Look) => site.browser.open(site.server.origin + path, look);
const patterns = (page: Page) => page.getByRole('navigation', { name: 'Failure patterns' }).locator('[data-row]');

test('are filtered by repository, agent and time, and the address keeps the filter', async () => {
  await using open = await show('/errors');
  const { page } = open;
  await page.getByLabel('Time', { exact: true }).selectOption('week');
  await expect.poll(() => patterns(page).count()).toBe(2);
  await page.getByLabel('Repository', { exact: true }).selectOption('bank');
  await expect.poll(() => patterns(page).allInnerTexts()).toEqual([expect.stringContaining('no such table')]);
  await page.getByText('1 failure in 1 pattern').waitFor();
  await expect.poll(() => page.url()).toContain('from=week&repo=bank');
  await page.getByLabel('Agent', { exact: true }).selectOption('codex');
  await page.getByRole('heading', { name: 'No matching failures' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => patterns(page).count()).toBeGreaterThan(11);
  expect(open.problems).toEqual([]);
});

test('a fix says how often it worked and was verified, never a bare share', async () => {
  await using open = await show('/errors?from=week');
  const { page } = open;
  await patterns(page).filter({ hasText: 'left-pad' }).click();
  await page.getByText('worked 2 of 3, verified 2').waitFor();
  expect(await page.getByRole('region', { name: 'Stories' }).innerText()).not.toMatch(/\d %/);
});

test('no text is drawn with ligatures: `|-` is two characters', async () => {
  await using open = await show('/errors');
  await open.page.getByRole('article').first().waitFor();
  const kinds = await open.page.evaluate(() => [
    ...new Set([...document.querySelectorAll('main *')].map((each) => getComputedStyle(each).fontVariantLigatures)),
  ]);
  expect(kinds).toEqual(['none']);
});

test('a tapped failure opens at the top of a phone, and Back returns to its place in the list', async () => {
  await using open = await show('/errors', phone);
  const { page } = open;
  const row = patterns(page).nth(9);
  await row.scrollIntoViewIfNeeded();
  const name = (await row.innerText()).split('\n')[0]!;
  const place = await row.boundingBox();
  await row.click();
  const title = page.getByRole('region', { name: 'Stories' }).getByRole('heading', { level: 2 });
  await expect.poll(() => title.innerText()).toContain(name);
  expect((await title.boundingBox())!.y).toBeLessThan(160);
  await page.goBack();
  await expect.poll(async () => Math.round((await row.boundingBox())?.y ?? -1)).toBe(Math.round(place!.y));
  expect(open.problems).toEqual([]);
});

test('a muted failure is not listed until muted ones are asked for', async () => {
  await using open = await show('/errors?from=week');
  const { page } = open;
  await patterns(page).filter({ hasText: 'left-pad' }).click();
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  await expect.poll(() => patterns(page).count()).toBe(1);
  await page.reload();
  await page.getByRole('button', { name: '1 muted' }).click();
  await expect.poll(() => patterns(page).count()).toBe(2);
});

test('without the token the page says how to get it', async () => {
  await using open = await show('/errors?repo=bank&open=1&from=week');
  await open.page.getByText('open the page with the address that stemma serve printed').waitFor();
  expect(await open.page.getByRole('button', { name: 'Mark as fixed' }).count()).toBe(0);
});

test('a failure gets a note, then is marked as fixed, and is open no more', async () => {
  const { link, origin } = site.server;
  await using open = await site.browser.open(link);
  const { page } = open;
  await loaded(page);
  await page.goto(`${origin}/errors?repo=bank&open=1&from=week`);
  await page.getByText('1 open failure in 1 pattern').waitFor();
  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.getByLabel('Note').fill('seen after the migration');
  await page.keyboard.press('Enter');
  await page.getByRole('article').getByText('seen after the migration').waitFor();
  await page.getByRole('button', { name: 'Mark as fixed' }).click();
  await page.getByLabel('What fixed it').fill('run the migration first');
  await page.keyboard.press('Enter');
  await page.getByText('0 open failures').waitFor();
  await page.goto(`${origin}/errors?repo=bank`);
  await patterns(page).filter({ hasText: 'no such table' }).click();
  await page.getByRole('article').getByText('run the migration first').waitFor();
  await page
    .getByRole('article')
    .getByText(/^fixed/)
    .waitFor();
  expect(open.problems).toEqual([]);
});

test('axe finds nothing wrong with the filters and an opened failure, wide and on a phone', async () => {
  await using open = await show('/errors?from=week');
  const { page } = open;
  await loaded(page);
  expect(await axeViolations(page), 'wide').toEqual([]);
  await page.setViewportSize(phone.viewport!);
  expect(await axeViolations(page), 'the list on a phone').toEqual([]);
  await patterns(page).first().click();
  await page.getByRole('article').first().waitFor();
  expect(await axeViolations(page), 'opened on a phone').toEqual([]);
});
