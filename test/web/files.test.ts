import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Transcript } from '../support/transcript.ts';
import { axeViolations } from './axe.ts';
import type { Look } from './browser.ts';
import { startTestSite, type TestSite } from './test-site.ts';

const cart = '/home/dev/shop/src/cart.ts';

/** A session that reads a file, changes it three times and writes another. */
const work = new Transcript('files')
  .prompt('round the total of the cart')
  .calls('c1', 'Read', { file_path: cart })
  .returns('c1', '    11→function total(items) {\n    12→  return sum(items);\n    13→}')
  .calls('c2', 'Edit', {
    file_path: cart,
    old_string: '  return sum(items);',
    new_string: '  return round(sum(items));',
  })
  .returns('c2', 'The file has been updated.')
  .calls('c3', 'Edit', {
    file_path: cart,
    old_string: '  return round(sum(items));',
    new_string: '  const all = sum(items);\n  return round(all);',
  })
  .returns('c3', 'The file has been updated.')
  .calls('c4', 'Write', { file_path: '/home/dev/shop/docs/rounding.md', content: 'Totals are rounded.\n' })
  .returns('c4', 'File created.')
  .says('Totals are rounded.');
const later = new Transcript('files-later')
  .prompt('name the sum')
  .calls('d1', 'Edit', { file_path: cart, old_string: 'const all', new_string: 'const amount' })
  .returns('d1', 'The file has been updated.')
  .says('Named.');

let site: TestSite;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-files-'));
  writeFileSync(join(folder, 'work.jsonl'), work.toString());
  writeFileSync(join(folder, 'later.jsonl'), later.toString());
  site = await startTestSite(folder);
}, 120_000);

afterAll(() => site[Symbol.asyncDispose]());

async function openFiles(params = '', look: Look = {}) {
  const open = await site.browser.open(
    `${site.server.origin}/s/${encodeURIComponent(`claude:${work.session}`)}?view=files${params}`,
    look,
  );
  await open.page
    .getByRole('heading', { name: /files changed/ })
    .or(open.page.getByRole('button', { name: 'All files' }))
    .first()
    .waitFor();
  return open;
}

test('4 lists the files of a session with lines added and removed; j and k open one after the other', async () => {
  await using open = await site.browser.open(`${site.server.origin}/s/${encodeURIComponent(`claude:${work.session}`)}`);
  const { page } = open;
  await page.getByRole('listbox', { name: 'Steps' }).getByRole('option').first().waitFor();
  await page.keyboard.press('4');
  const rows = page.getByRole('region', { name: 'List of files' }).getByRole('listitem');
  await expect.poll(() => rows.allInnerTexts()).toHaveLength(2);
  await expect.poll(async () => (await rows.nth(0).innerText()).replaceAll(/\s+/g, ' ')).toBe('cart.ts src +3 −2 2');
  expect((await rows.nth(1).innerText()).replaceAll(/\s+/g, ' ')).toBe('rounding.md docs +1 −0 1');
  await page.keyboard.press('j');
  await page.getByRole('region', { name: 'Changes of src/cart.ts' }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('region', { name: 'Changes of docs/rounding.md' }).waitFor();
  await page.keyboard.press('k');
  await page.getByRole('region', { name: 'Changes of src/cart.ts' }).waitFor();
  await expect.poll(() => page.url()).toContain('file=src%2Fcart.ts');
  expect(open.problems).toEqual([]);
});

test('the changes of a file come in order, with the line numbers of the file', async () => {
  await using open = await openFiles('&file=src/cart.ts');
  const { page } = open;
  const changes = page.getByRole('article');
  await expect.poll(() => changes.count()).toBe(2);
  const lines = async (change: number) =>
    (await changes.nth(change).getByRole('group', { name: 'Diff' }).innerText())
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join(' ');
  expect(await lines(0)).toBe('12 − return sum(items); 12 + return round(sum(items));');
  expect(await lines(1)).toBe('12 − return round(sum(items)); 12 + const all = sum(items); 13 + return round(all);');
  expect(await changes.nth(0).innerText()).toContain('Line numbers derived from what was read');
  expect(open.problems).toEqual([]);
});

test('where nobody recorded line numbers, none are made up', async () => {
  await using open = await site.browser.open(
    `${site.server.origin}/s/${encodeURIComponent(`claude:${later.session}`)}?view=files&file=src/cart.ts`,
  );
  const change = open.page.getByRole('article').first();
  await expect.poll(() => change.innerText()).toContain('Line numbers not recorded.');
  expect(await change.getByRole('group', { name: 'Diff' }).innerText()).not.toMatch(/\d/);
});

test('a diff leads to why it was made, in one click', async () => {
  await using open = await openFiles('&file=src/cart.ts');
  const { page } = open;
  await page.getByRole('article').nth(1).getByRole('button', { name: 'Why' }).click();
  await page.getByRole('listbox', { name: 'Steps' }).waitFor();
  expect(await page.getByRole('button', { name: 'Why', exact: true }).getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => page.url()).toMatch(/at=ev_.*show=why|show=why.*at=ev_/);
  expect(open.problems).toEqual([]);
});

test('a file names the other sessions that changed it, and leads there', async () => {
  await using open = await openFiles('&file=src/cart.ts');
  const { page } = open;
  await page.getByText('Also changed in 1 other session').click();
  await page.getByRole('link', { name: /name the sum/ }).click();
  await expect.poll(() => page.url()).toContain(encodeURIComponent(later.session));
  await page.getByRole('region', { name: 'Changes of src/cart.ts' }).getByText('const amount').waitFor();
  expect(open.problems).toEqual([]);
});

test('files and changes pass axe, in light and dark, and fit 390 px', async () => {
  await using open = await openFiles('&file=src/cart.ts');
  await open.page.getByRole('article').first().waitFor();
  expect(await axeViolations(open.page)).toEqual([]);
  await using narrow = await openFiles('', { viewport: { width: 390, height: 800 } });
  const { page } = narrow;
  await page.getByRole('button', { name: /cart\.ts/ }).click();
  await page.getByRole('article').first().waitFor();
  expect(await page.getByRole('region', { name: 'List of files' }).isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'All files' }).click();
  await page.getByRole('region', { name: 'List of files' }).waitFor();
});
