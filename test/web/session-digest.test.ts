import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations, axeViolationsAsShown } from './axe.ts';
import { loaded, type OpenPage, type Page } from './browser.ts';
import { startTestSite, type TestSite } from './test-site.ts';
import { tracedSession } from './traced-session.ts';

let site: TestSite;
let open: OpenPage;
let page: Page;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-digest-'));
  writeFileSync(join(folder, 'traced.jsonl'), tracedSession().toString());
  site = await startTestSite(folder);
  open = await site.browser.open(`${site.server.origin}/s/${encodeURIComponent(`claude:${tracedSession().session}`)}`);
  ({ page } = open);
  await page.getByRole('option').first().waitFor();
}, 120_000);

afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const digest = () => page.getByRole('region', { name: 'Digest' });
const dialog = () => page.getByRole('dialog');

test('a session begins with its digest: goal, outcome with its reason, files, commits, what is open, cost and time', async () => {
  await expect
    .poll(async () => (await digest().innerText()).replaceAll('\n', ' '))
    .toMatch(
      /Goal round the totals.*Outcome success The last check passed.*Files changed 1 money\.ts.*Commits none.*Left open nothing.*Cost and time .*21\.0 s active · 1 turn/,
    );
  await page.keyboard.press('d');
  await expect.poll(() => digest().count()).toBe(0);
  await page.keyboard.press('d');
  await digest().waitFor();
});

test('prompts that nobody typed are folded, and open with a click or all at once', async () => {
  const option = (text: string) => page.getByRole('option').filter({ hasText: text });
  await option('2 notes').waitFor();
  expect(await option('system-reminder').count()).toBe(0);
  await page.keyboard.press('m');
  await option('system-reminder').waitFor();
  await expect.poll(() => page.url()).toContain('no-notes');
  await page.keyboard.press('m');
});

test('a shows what the agent said between its calls, each as one row that leads to the conversation', async () => {
  const replies = page.getByRole('option').filter({ hasText: /^reply/ });
  expect(await replies.count()).toBe(0);
  await page.keyboard.press('a');
  await expect
    .poll(() => replies.allInnerTexts())
    .toEqual([
      expect.stringContaining('I will look at how money is rounded.'),
      expect.stringContaining('The table is right'),
      expect.stringContaining('Done'),
    ]);
  await expect.poll(() => page.url()).toContain('replies=1');
  expect(await axeViolations(page)).toEqual([]);
  await replies.first().click();
  await page.getByRole('region', { name: 'Conversation' }).getByText('I will look at how money').waitFor();
  for (const key of ['1', 'a']) await page.keyboard.press(key);
  await expect.poll(() => replies.count()).toBe(0);
});

test('Resume shows the pack and copies it', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await digest().getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => dialog().innerText()).toMatch(/# Resume: shop on main[\s\S]*npm test/);
  expect(await axeViolationsAsShown(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Copy' }).click();
  await dialog().getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('# Resume');
  await page.keyboard.press('Escape');
});

test('Hand off writes the prompt for the chosen agent', async () => {
  await digest().getByRole('button', { name: 'Hand off' }).click();
  await dialog().getByRole('combobox').selectOption({ label: 'Codex CLI' });
  await expect.poll(() => dialog().innerText()).toMatch(/Start it with codex[\s\S]*round the totals/);
  expect(await axeViolationsAsShown(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test('Export offers every format as a file', async () => {
  await digest().getByRole('button', { name: 'Export' }).click();
  const links = dialog().getByRole('link');
  expect(await links.allInnerTexts()).toEqual(['html', 'svg', 'mermaid', 'dot', 'json', 'jsonl', 'causetrace', 'otlp']);
  expect(await axeViolationsAsShown(page)).toEqual([]);
  for (const link of await links.all()) {
    const address = new URL((await link.getAttribute('href'))!, site.server.origin);
    const response = await fetch(address);
    expect([address.search, response.status]).toEqual([address.search, 200]);
    await response.body?.cancel();
  }
  await page.keyboard.press('Escape');
});

test('the link of the page is copied, and axe finds nothing wrong', async () => {
  await digest().getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await loaded(page);
  expect(await axeViolations(page)).toEqual([]);
  expect(open.problems).toEqual([]);
});

test('Read shows the conversation: prompts, replies as Markdown, and calls as one line that leads to them', async () => {
  await page.keyboard.press('6');
  const conversation = page.getByRole('region', { name: 'Conversation' });
  // An element of its own: the marks of Markdown are not shown.
  await conversation.getByText('five cents', { exact: true }).waitFor();
  expect(await conversation.getByRole('article', { name: 'Prompt' }).count()).toBe(1);
  // First its summary, then all of it.
  await expect
    .poll(() => conversation.getByRole('article', { name: 'Reply' }).last().innerText())
    .toMatch(/Done\s+Totals are/);
  expect(await conversation.innerText()).not.toContain('system-reminder');
  expect(await axeViolations(page)).toEqual([]);
  await conversation.getByRole('button', { name: /^5 calls: Bash 2×, Read 2×, Edit/ }).click();
  await expect
    .poll(() => page.getByRole('listbox', { name: 'Steps' }).getByRole('option', { selected: true }).innerText())
    .toContain('ls src');
  expect(open.problems).toEqual([]);
});
