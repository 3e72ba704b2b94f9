import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedTest, forkOf, longSession, Transcript } from '../support/transcript.ts';
import { axeViolations } from './axe.ts';
import { loaded, type Page } from './browser.ts';
import { startTestSite, type TestSite } from './test-site.ts';

let site: TestSite;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-compare-'));
  const add = (transcript: Transcript) =>
    writeFileSync(join(folder, `${transcript.session}.jsonl`), transcript.toString());
  const origin = fixedTest('origin');
  add(origin);
  add(forkOf(origin, 'an empty fork'));
  add(
    new Transcript('other')
      .prompt('make the tests pass')
      .calls('toolu_1', 'Bash', { command: 'npm test' })
      .returns('toolu_1', 'Exit code 1\n1 failing', true)
      .calls('toolu_2', 'Bash', { command: 'git checkout .' })
      .returns('toolu_2', 'ok')
      .says('Undone.'),
  );
  add(
    new Transcript('skilled')
      .prompt('commit it')
      .calls('toolu_1', 'Skill', { skill: 'commit' })
      .returns('toolu_1', 'Launching skill: commit')
      .says('Done.'),
  );
  add(longSession('long', 8));
  for (let at = 0; at < 70; at++) add(longSession(`one of many ${at}`, 1));
  site = await startTestSite(folder);
}, 120_000);

afterAll(() => site[Symbol.asyncDispose]());

const show = (path: string) => site.browser.open(site.server.origin + path);
const row = (page: Page, name: RegExp) => page.locator('[data-row]').filter({ hasText: name }).first();

test('two sessions chosen in the list are compared, with where they part', async () => {
  await using open = await show('/sessions?q=make+the+tests');
  const { page } = open;
  const compare = page.getByRole('button', { name: /^Compare make the tests/ });
  await compare.nth(1).waitFor();
  await compare.nth(0).click();
  await page.getByText('Press ⇄ on the session to compare with.').waitFor();
  await compare.nth(1).click();
  await page.waitForURL(/\/compare\?a=.*&b=/);
  await page
    .getByRole('region', { name: 'Numbers' })
    .getByRole('row', { name: /^Edits/ })
    .waitFor();
  const parting = page.getByRole('region', { name: 'Where they part' });
  await parting.getByText('git checkout').waitFor();
  // The name of the tool is part of most summaries.
  expect(await page.getByRole('main').innerText()).not.toMatch(/\b(Bash|Edit|Read) \1\b/);
  for (const width of [1400, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await axeViolations(page), `${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await parting.getByRole('link').first().click();
  await page.waitForURL(/\/s\/.*at=ev_/);
  expect(open.problems).toEqual([]);
});

test('a session is pinned with a note, which the browser keeps', async () => {
  await using open = await show('/sessions');
  const { page } = open;
  await row(page, /commit it/).waitFor();
  await page.getByRole('button', { name: 'Pin commit it' }).click();
  await page.getByLabel('Note on commit it').fill('to be shown on Monday');
  await page.reload();
  await expect.poll(() => page.getByLabel('Note on commit it').inputValue()).toBe('to be shown on Monday');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Unpin', exact: true }).click();
  await expect.poll(() => page.getByLabel('Note on commit it').count()).toBe(0);
});

test('sessions are sorted by what is selected', async () => {
  await using open = await show('/sessions');
  const { page } = open;
  await row(page, /./).waitFor();
  await page.getByLabel('Sort', { exact: true }).selectOption('steps');
  await expect.poll(() => page.locator('[data-row]').first().innerText()).toContain('look at file 0');
  await page.getByLabel('Sort', { exact: true }).selectOption('failures');
  await expect.poll(() => page.locator('[data-row]').first().innerText()).toContain('make the tests pass');
});

test('Back returns to the same place of a long list, with the row focused', async () => {
  await using open = await show('/sessions');
  const { page } = open;
  await loaded(page);
  await page.locator('[data-row]').nth(59).scrollIntoViewIfNeeded();
  const target = page.locator('[data-row]').nth(65);
  await target.scrollIntoViewIfNeeded();
  const [href, y] = [await target.getAttribute('href'), (await target.boundingBox())!.y];
  await target.click();
  await page.waitForURL(/\/s\//);
  await page.getByRole('listbox', { name: 'Steps' }).waitFor();
  await page.goBack();
  const same = page.locator(`[data-row][href="${href}"]`);
  await expect.poll(async () => Math.round((await same.boundingBox())?.y ?? -1)).toBe(Math.round(y));
  expect(await same.evaluate((link) => link === document.activeElement)).toBe(true);
});

test('a skill leads to the sessions that used it', async () => {
  await using open = await show('/skills');
  const { page } = open;
  await page.getByRole('region', { name: 'Skill metrics' }).getByRole('link', { name: 'commit' }).click();
  await page.getByRole('region', { name: 'Last uses of commit' }).getByRole('link').first().click();
  await page.waitForURL(/\/s\//);
  expect(open.problems).toEqual([]);
});

test('a fork without steps of its own leads to its parent', async () => {
  await using open = await show('/sessions?q=make+the+tests');
  const { page } = open;
  await page
    .getByRole('button', { name: /child session/ })
    .first()
    .click();
  await page.getByText('no steps of its own, opens its parent').first().waitFor();
  const fork = page.locator('[data-row]').nth(1);
  await fork.click();
  await page.waitForURL(/\/s\//);
  await page.getByRole('listbox', { name: 'Steps' }).getByRole('option').first().waitFor();
});
