import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { loaded, type Page } from './browser.ts';
import { recentSessions } from './recent-sessions.ts';
import { startServer } from './test-server.ts';
import { startTestSite, type TestSite } from './test-site.ts';
import { Transcript } from '../support/transcript.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite(recentSessions());
}, 120_000);

afterAll(() => site[Symbol.asyncDispose]());

const show = (path: string) => site.browser.open(site.server.origin + path);
const listed = async (page: Page) => {
  const heading = page.getByRole('heading', { name: /^Sessions \d/ });
  return Number((await heading.innerText()).replaceAll(/\D/g, ''));
};

test('every number and bar opens the list of the same period, with as many sessions', async () => {
  await using open = await show('/');
  const { page } = open;
  const main = page.getByRole('main');
  await main.getByText(/compared with the previous 7 days/).waitFor();
  const opens = async (link: ReturnType<Page['getByRole']>, expected: number) => {
    await link.click();
    await expect.poll(() => listed(page)).toBe(expected);
    await page.goBack();
    await main.getByText(/compared with the previous 7 days/).waitFor();
  };
  await opens(main.getByRole('link', { name: '6 sessions', exact: true }), 6);
  await opens(main.getByRole('link', { name: '5 sessions with failures' }), 5);
  await opens(main.getByRole('link', { name: 'shop', exact: true }), 5);
  const bar = main.getByRole('link', { name: /: [1-9]\d* sessions?, \d+ steps?/ }).first();
  await opens(bar, Number(/: (\d+) session/.exec((await bar.getAttribute('aria-label'))!)![1]));
  await main.getByRole('link', { name: '4 open failures' }).click();
  await page.getByText('4 open failures in 2 patterns').waitFor();
  expect(page.url()).toMatch(/from=\d{4}-\d\d-\d\d/);
  expect(open.problems).toEqual([]);
});

test('the period stays in links when it is another', async () => {
  await using open = await show('/?days=90');
  const { page } = open;
  const number = page.getByRole('main').getByRole('link', { name: /^\d+ sessions$/ });
  const sessions = Number.parseInt((await number.getAttribute('aria-label'))!, 10);
  expect(sessions).toBeGreaterThan(6);
  await number.click();
  await expect.poll(() => listed(page)).toBe(sessions);
});

test('dates are those of the days counted', async () => {
  await using open = await show('/');
  const today = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(),
  );
  await open.page.getByRole('main').getByText(`to ${today}`).waitFor();
  await open.page.getByRole('region', { name: 'Activity' }).getByText(today, { exact: true }).waitFor();
});

test('a running session is shown as running', async () => {
  await using open = await show('/');
  await open.page.getByRole('region', { name: 'Running now' }).getByText('watch the build').click();
  await open.page.waitForURL(/\/s\//);
});

test('an old archive names its newest session, the command, and a period that reaches it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-old-'));
  const from = Date.now() - 100 * 86_400_000;
  writeFileSync(join(folder, 'old.jsonl'), new Transcript('old', { from }).prompt('an old question').toString());
  await using server = await startServer([folder]);
  rmSync(folder, { recursive: true, force: true });
  await using open = await site.browser.open(server.origin);
  const { page } = open;
  await page.getByText(/The newest of 1 session ended on/).waitFor();
  await page.getByText('stemma ingest').waitFor();
  await page.getByRole('button', { name: /Show the last \d+ days/ }).click();
  await page.getByRole('main').getByRole('link', { name: '1 sessions' }).waitFor();
  await page.getByRole('link', { name: 'Cost', exact: true }).click();
  await page.getByText('No tokens or cost in this period').waitFor();
  await page.getByRole('button', { name: 'All time' }).click();
  await page.getByText('No tokens or cost recorded').waitFor();
});

test('the tour is shown once, and can be skipped', async () => {
  await using open = await show('/');
  const { page } = open;
  const tour = page.getByRole('region', { name: 'Tour' });
  await tour.getByRole('button', { name: 'Next' }).click();
  await tour.getByText('2 of 4').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await tour.getByRole('button', { name: 'Skip' }).click();
  await page.reload();
  await loaded(page);
  expect(await tour.count()).toBe(0);
});
