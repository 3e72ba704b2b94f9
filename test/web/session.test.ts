import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowseAnswer } from '../../src/types.ts';
import { fixedTest, Transcript } from '../support/transcript.ts';
import { axeViolations, axeViolationsAsShown } from './axe.ts';
import { loaded, type Look, type Page } from './browser.ts';
import { screenshotDifference } from './screenshot-difference.ts';
import { startServer } from './test-server.ts';
import { startTestSite, type TestSite } from './test-site.ts';

const withSubagent = join(import.meta.dirname, '../../src/sources/claude-code/fixtures', '2.1.325-03-subagent');

let site: TestSite;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-session-'));
  cpSync(withSubagent, join(folder, 'subagent'), { recursive: true });
  writeFileSync(join(folder, 'fixed.jsonl'), fixedTest('fixed').toString());
  site = await startTestSite(folder);
}, 120_000);

afterAll(() => site[Symbol.asyncDispose]());

/** The session in which a test fails, is fixed, and passes. */
async function openFixed(options: Look & { readonly params?: string } = {}) {
  const { params = '', ...look } = options;
  const open = await site.browser.open(
    `${site.server.origin}/s/${encodeURIComponent(`claude:${fixedTest('fixed').session}`)}${params}`,
    look,
  );
  await open.page.getByRole('listbox', { name: 'Steps' }).getByRole('option').first().waitFor();
  return open;
}

const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' });

test('steps are listed in order, and the selected one is shown in the inspector', async () => {
  await using open = await openFixed();
  const { page } = open;
  const steps = page.getByRole('listbox', { name: 'Steps' }).getByRole('option');
  await expect.poll(() => steps.first().innerText()).toContain('make the tests pass');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect.poll(() => page.url()).toMatch(/at=ev_/);
  await loaded(page);
  await inspector(page).getByRole('heading').first().waitFor();
  expect(open.problems).toEqual([]);
});

test('w shows the causes, w again folds unrelated steps, Escape shows all', async () => {
  await using open = await openFixed();
  const { page } = open;
  await page.keyboard.press('G');
  await page.keyboard.press('w');
  await page.getByText(/\d+ causes?$/).waitFor();
  expect(await page.getByRole('button', { name: 'Why', exact: true }).getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => page.url()).toContain('show=why');
  await page.keyboard.press('w');
  await expect.poll(() => page.url()).toContain('fold=');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).not.toContain('show=why');
  expect(open.problems).toEqual([]);
});

test('each cause shows its type, confidence and basis', async () => {
  await using open = await openFixed();
  const { page } = open;
  await page.keyboard.press('G');
  await loaded(page);
  const causes = inspector(page).getByRole('img', { name: /^confidence 0\.\d\d|^confidence 1/ });
  await causes.first().waitFor();
  expect(await inspector(page).innerText()).toMatch(
    /(requested|informed|reacted|retried|verifies)[\s\S]*(inferred|recorded)/,
  );
  expect(open.problems).toEqual([]);
});

test('n selects the failure and shows its story from error to proof', async () => {
  await using open = await openFixed();
  const { page } = open;
  await page.keyboard.press('n');
  const story = page.getByRole('article', { name: 'Story of this failure' });
  await story.waitFor();
  expect(await story.innerText()).toMatch(/Error[\s\S]*Proof/);
  expect(open.problems).toEqual([]);
});

test('the judge button shows what would be sent and the command to run; nothing is sent', async () => {
  await using open = await openFixed();
  const { page } = open;
  await page.getByRole('button', { name: 'Judge this session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Judge this session' });
  await expect.poll(() => dialog.innerText()).toMatch(/tokens in 1 window, secrets redacted/);
  await expect.poll(() => dialog.innerText()).toMatch(/stemma judge claude:\S+ --with COMMAND/);
  expect(await axeViolationsAsShown(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.locator('[aria-label=Legend]').textContent()).toMatch(/recorded.*inferred.*judged/);
  expect(open.problems).toEqual([]);
});

test('the slider hides causes below the minimum confidence', async () => {
  await using open = await openFixed();
  const { page } = open;
  for (const key of ['g', 'j']) await page.keyboard.press(key);
  await loaded(page);
  const causes = async () =>
    (
      await inspector(page)
        .getByRole('img', { name: /^confidence/ })
        .all()
    ).length;
  await expect.poll(causes).toBeGreaterThan(0);
  await page.getByLabel('Minimum confidence').fill('95');
  await inspector(page)
    .getByRole('button', { name: /^Show \d/ })
    .first()
    .waitFor();
  await expect.poll(() => page.url()).toContain('conf=95');
  const left = await causes();
  await page.getByLabel('Minimum confidence').fill('50');
  await expect.poll(causes).toBeGreaterThan(left);
});

test('all views keep the selected step', async () => {
  await using open = await openFixed();
  const { page } = open;
  await page.keyboard.press('n');
  await expect.poll(() => page.url()).toMatch(/at=ev_/);
  const at = new URL(page.url()).searchParams.get('at');
  await page.keyboard.press('2');
  await page.getByRole('tree', { name: 'Steps' }).waitFor();
  await page.keyboard.press('b');
  await page.getByRole('button', { name: 'by cause', pressed: true }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('by')).toBe('cause');
  await page.getByRole('treeitem', { selected: true }).waitFor();
  expect(Number(await page.getByRole('treeitem', { selected: true }).getAttribute('aria-level'))).toBeGreaterThan(1);
  await page.keyboard.press('3');
  await page.getByRole('region', { name: /Graph/ }).waitFor();
  await page.keyboard.press('1');
  await page.getByRole('listbox', { name: 'Steps' }).waitFor();
  expect(new URL(page.url()).searchParams.get('at')).toBe(at);
  expect(open.problems).toEqual([]);
});

test('a link opens the same step in the same state', async () => {
  await using first = await openFixed();
  await first.page.keyboard.press('n');
  await first.page.keyboard.press('w');
  await expect.poll(() => first.page.url()).toMatch(/at=ev_.*show=why|show=why.*at=ev_/);
  await using second = await site.browser.open(first.page.url());
  const selected = first.page.getByRole('option', { selected: true });
  // Texts come after the rows.
  await expect.poll(() => selected.innerText()).toContain('npm test');
  await expect
    .poll(() => second.page.getByRole('option', { selected: true }).innerText())
    .toBe(await selected.innerText());
  expect(await second.page.getByRole('button', { name: 'Why', exact: true }).getAttribute('aria-pressed')).toBe('true');
});

test('a sub-agent opens below the call that started it', async () => {
  await using open = await site.browser.open(
    `${site.server.origin}/s/${encodeURIComponent(await sessionWithSubagent())}`,
  );
  const { page } = open;
  const band = page
    .getByRole('option')
    .filter({ hasText: /^Sub-agent/ })
    .filter({ hasNotText: /\b0 steps/ })
    .first();
  await band.waitFor();
  // Only visible rows are rendered; aria-setsize has the total.
  const rows = async () => Number(await page.getByRole('option').first().getAttribute('aria-setsize'));
  const before = await rows();
  await band.click();
  await expect.poll(rows).toBeGreaterThan(before);
  expect(open.problems).toEqual([]);
});

async function sessionWithSubagent(): Promise<string> {
  const response = await fetch(`${site.server.origin}/api/sessions`);
  const { sessions } = (await response.json()) as BrowseAnswer;
  return sessions.find(({ children }) => children > 0)!.uid;
}

test('space starts a replay from the selected step', async () => {
  await using open = await openFixed();
  const { page } = open;
  await page.keyboard.press('g');
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Pause replay' }).waitFor();
  await page.keyboard.press('Escape');
});

test('new steps appear while the page is open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-live-'));
  mkdirSync(join(folder, 'shop'), { recursive: true });
  const file = join(folder, 'shop', 'live.jsonl');
  const transcript = new Transcript('live')
    .prompt('watch me')
    .calls('c1', 'Bash', { command: 'npm test' })
    .returns('c1', 'ok');
  writeFileSync(file, transcript.toString());
  await using live = await startServer([folder]);
  await using open = await site.browser.open(`${live.origin}/s/${encodeURIComponent(`claude:${transcript.session}`)}`);
  const steps = open.page.getByRole('listbox', { name: 'Steps' }).getByRole('option');
  await steps.nth(1).waitFor();
  const { length } = transcript.lines;
  transcript.calls('c2', 'Bash', { command: 'npm run brand-new' }).returns('c2', 'ok');
  appendFileSync(
    file,
    transcript.lines
      .slice(length)
      .map((line) => `${line}\n`)
      .join(''),
  );
  await live.stemma('ingest', folder);
  await steps.filter({ hasText: 'brand-new' }).waitFor();
  expect(open.problems).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});

test('the server watches agent files, and the page shows their new steps', async () => {
  await using live = await startServer([], []);
  const project = join(live.home, '.claude/projects/-home-dev-shop');
  mkdirSync(project, { recursive: true });
  const transcript = new Transcript('followed')
    .prompt('watch me')
    .calls('c1', 'Bash', { command: 'npm test' })
    .returns('c1', 'ok');
  const file = join(project, `${transcript.session}.jsonl`);
  writeFileSync(file, transcript.toString());
  const address = encodeURIComponent(`claude:${transcript.session}`);
  await expect
    .poll(async () => (await fetch(`${live.origin}/api/sessions/${address}`)).status, { timeout: 15_000 })
    .toBe(200);
  await using open = await site.browser.open(`${live.origin}/s/${address}`);
  const steps = open.page.getByRole('listbox', { name: 'Steps' }).getByRole('option');
  await steps.nth(1).waitFor();
  for (const [number, command] of ['npm run one-more', 'npm run the-last'].entries()) {
    const { length } = transcript.lines;
    transcript.calls(`n${number}`, 'Bash', { command }).returns(`n${number}`, 'ok');
    appendFileSync(
      file,
      transcript.lines
        .slice(length)
        .map((line) => `${line}\n`)
        .join(''),
    );
    await steps.filter({ hasText: command }).waitFor();
  }
  expect(open.problems).toEqual([]);
});

test.each([1400, 390])(
  'axe finds no violation at %i px, light and dark, and nothing is cut off',
  { timeout: 60_000 },
  async (width) => {
    await using open = await openFixed({ viewport: { width, height: 800 } });
    const { page } = open;
    await expectNothingCutOff(page);
    await page.keyboard.press('n');
    await loaded(page);
    expect(await axeViolations(page), 'steps').toEqual([]);
    await page.keyboard.press('w');
    expect(await axeViolations(page), 'why').toEqual([]);
    for (const view of ['2', '3']) {
      await page.keyboard.press(view);
      await loaded(page);
      expect(await axeViolations(page), `view ${view}`).toEqual([]);
    }
  },
);

test('nothing is cut off at 2560 px', async () => {
  await using open = await openFixed({ viewport: { width: 2560, height: 900 } });
  await expectNothingCutOff(open.page);
});

async function expectNothingCutOff(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test.each(['light', 'dark'] as const)('a selected failure looks as in the baseline, %s', async (colorScheme) => {
  await using open = await openFixed({ colorScheme });
  await open.page.keyboard.press('n');
  await open.page.keyboard.press('w');
  await loaded(open.page);
  expect(await screenshotDifference(open.page, `session-${colorScheme}`)).toBeLessThan(0.03);
});
