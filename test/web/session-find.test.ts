import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longSession, type Transcript } from '../support/transcript.ts';
import { axeViolations } from './axe.ts';
import type { Page } from './browser.ts';
import { startServer } from './test-server.ts';
import { startTestSite, type TestSite } from './test-site.ts';

let site: TestSite;

/** Sixty turns that read a file each; one of them fails and speaks of a walrus. */
function manyFiles(): Transcript {
  return longSession('many', 60)
    .calls('broken', 'Bash', { command: 'npm run walrus' })
    .returns('broken', 'Exit code 1\nwalrus is missing', true);
}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-find-'));
  writeFileSync(join(folder, 'many.jsonl'), manyFiles().toString());
  site = await startTestSite(folder);
}, 120_000);

afterAll(() => site[Symbol.asyncDispose]());

const addressOf = ({ session }: Transcript) => `/s/${encodeURIComponent(`claude:${session}`)}`;
const selectedRow = (page: Page) =>
  page.getByRole('listbox', { name: 'Steps' }).getByRole('option', { selected: true });

test(
  'steps are found by text, file, tool, failure and turn, walked with keys and marked on the mini-map',
  { timeout: 60_000 },
  async () => {
    await using open = await site.browser.open(`${site.server.origin}${addressOf(manyFiles())}`);
    const { page } = open;
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('s');
    const bar = page.getByRole('search', { name: 'Find in this session' });
    const found = () => bar.getByRole('status').innerText();
    const marks = () => page.locator('canvas[data-matches]').getAttribute('data-matches');

    await bar.getByLabel('Text').fill('walrus');
    await expect.poll(found).toBe('1');
    expect(await marks()).toBe('1');
    await page.keyboard.press('Enter');
    await expect.poll(() => selectedRow(page).innerText()).toContain('walrus');

    await bar.getByLabel('Text').fill('file:file-7.js');
    await expect.poll(found).toBe('1');
    await page.keyboard.press('Enter');
    await expect.poll(() => selectedRow(page).innerText()).toContain('file-7.js');

    await bar.getByLabel('Text').fill('');
    await bar.getByLabel('Tool').selectOption('Read');
    await expect.poll(found).toMatch(/60$/);
    await bar.getByLabel('Turn').selectOption('5');
    await expect.poll(found).toBe('1');
    await bar.getByLabel('only matches').check();
    await expect
      .poll(() =>
        page
          .getByRole('option')
          .filter({ hasText: /no match/ })
          .count(),
      )
      .toBe(2);
    expect(await axeViolations(page)).toEqual([]);

    await bar.getByLabel('Turn').selectOption('');
    await bar.getByLabel('Tool').selectOption('');
    await bar.getByLabel('failed').check();
    await expect.poll(found).toBe('1');
    await expect.poll(() => page.url()).toMatch(/failed=1.*only=1|only=1.*failed=1/);
    await bar.getByRole('button', { name: 'Close find' }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('.');
    await expect.poll(() => selectedRow(page).innerText()).toContain('look at file 0');
    expect(open.problems).toEqual([]);
  },
);

test(
  'a running session says so, can be followed, and the page says when the connection is lost',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stemma-running-'));
    const running = longSession('running', 60);
    const file = join(folder, 'running.jsonl');
    const now = (lines: readonly string[]) =>
      lines
        .map((line) => `${line.replace(/"timestamp":"[^"]+"/, `"timestamp":"${new Date().toISOString()}"`)}\n`)
        .join('');
    const { length } = running.lines;
    running.prompt('go on').calls('wait', 'Bash', { command: 'npm test' });
    writeFileSync(file, now(running.lines));
    await using stack = new AsyncDisposableStack();
    const live = stack.use(await startServer([folder]));
    await using open = await site.browser.open(`${live.origin}${addressOf(running)}`);
    const { page } = open;
    const state = page.getByRole('banner').or(page.locator('header')).getByRole('status');
    await expect.poll(async () => (await state.allInnerTexts()).join(' ')).toMatch(/running\s+live/);

    await page.keyboard.press('e');
    await expect.poll(() => selectedRow(page).innerText()).toContain('npm test');
    await page.getByRole('listbox', { name: 'Steps' }).press('Home');
    running.returns('wait', 'ok').calls('next', 'Bash', { command: 'npm run brand-new' });
    appendFileSync(file, now(running.lines.slice(length + 2)));
    await live.stemma('ingest', folder);
    await page.getByRole('option').filter({ hasText: 'brand-new' }).waitFor();
    expect(await page.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('true');

    for (const speed of ['20×', '60×']) await page.getByRole('button', { name: `Replay speed ${speed}` }).click();
    await page.getByRole('button', { name: 'Replay speed 200×' }).waitFor();
    await page.keyboard.press('g');
    await expect.poll(() => selectedRow(page).innerText()).toContain('look at file 0');
    await page.getByRole('button', { name: 'Replay from here' }).click();
    // At the usual speed 123 steps take longer than anybody waits here.
    await expect.poll(() => selectedRow(page).innerText()).toContain('brand-new');

    await stack.disposeAsync();
    await expect.poll(async () => (await state.allInnerTexts()).join(' ')).toContain('connection lost');
    rmSync(folder, { recursive: true, force: true });
  },
);
