import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowseAnswer } from '../../src/types.ts';
import { Transcript } from '../support/transcript.ts';
import { axeViolations } from './axe.ts';
import type { Look, Page } from './browser.ts';
import { startTestSite, type TestSite } from './test-site.ts';

const withSubagent = join(import.meta.dirname, '../../src/sources/claude-code/fixtures', '2.1.325-03-subagent');

/** A quick read, a slow command, an hour without anybody, and seventy more turns. */
const work = timed(new Transcript('time'), 70);

let site: TestSite;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-time-'));
  writeFileSync(join(folder, 'work.jsonl'), work.text);
  cpSync(withSubagent, join(folder, 'subagent'), { recursive: true });
  site = await startTestSite(folder);
}, 120_000);

afterAll(() => site[Symbol.asyncDispose]());

async function openSession(params = '', look: Look = {}) {
  return await site.browser.open(
    `${site.server.origin}/s/${encodeURIComponent(`claude:${work.session}`)}${params}`,
    look,
  );
}

const rows = (page: Page) => page.getByRole('listbox', { name: 'Steps by time' }).getByRole('option');

test('5 shows what took the time: tools, model, and waiting for a person', async () => {
  await using open = await openSession();
  const { page } = open;
  await page.getByRole('listbox', { name: 'Steps', exact: true }).getByRole('option').first().waitFor();
  await page.keyboard.press('5');
  await expect.poll(() => rows(page).nth(2).innerText()).toContain('npm test');
  expect(await rows(page).nth(2).innerText()).toContain('40.0 s');
  await page.getByText('Waited for you 1 h 00 m').waitFor();
  await page.getByText(/Tools 4\d\.\d s, model .*, waiting for you 1 h/).waitFor();
  expect(open.problems).toEqual([]);
});

test('S selects the slowest step, and the critical path is marked', async () => {
  await using open = await openSession('?view=time');
  const { page } = open;
  await rows(page).first().waitFor();
  await page.getByText(/critical path \d+ steps?/).waitFor();
  await page.keyboard.press('S');
  const selected = page.locator('[role=option][aria-selected=true]');
  await expect.poll(() => selected.innerText()).toContain('npm test');
  await expect.poll(() => selected.innerText()).toContain('critical path');
  await page.getByRole('complementary', { name: 'Inspector' }).getByText('npm test').first().waitFor();
  expect(open.problems).toEqual([]);
});

test('+ and - zoom, 0 fits the rows in sight again', async () => {
  await using open = await openSession('?view=time');
  const { page } = open;
  await rows(page).first().waitFor();
  const axis = () => page.locator('section[aria-label=Time] [aria-hidden=true]').first().innerText();
  const fitted = await axis();
  await page.keyboard.press('+');
  await expect.poll(axis).not.toBe(fitted);
  await page.keyboard.press('0');
  await expect.poll(axis).toBe(fitted);
});

test('a sub-agent opens below the call that started it', async () => {
  const { sessions } = (await (await fetch(`${site.server.origin}/api/sessions`)).json()) as BrowseAnswer;
  const { uid } = sessions.find(({ children }) => children > 0)!;
  await using open = await site.browser.open(`${site.server.origin}/s/${encodeURIComponent(uid)}`);
  const { page } = open;
  await page.getByRole('listbox', { name: 'Steps', exact: true }).waitFor();
  await page.keyboard.press('5');
  const agent = rows(page).filter({ hasText: 'Sub-agent' }).first();
  await agent.waitFor();
  const before = Number(await agent.getAttribute('aria-setsize'));
  await agent.click();
  await expect.poll(async () => Number(await agent.getAttribute('aria-setsize'))).toBeGreaterThan(before);
  expect(open.problems).toEqual([]);
});

test('more turns than a graph can show are shown by time; why is still a graph', async () => {
  await using open = await openSession('?view=graph');
  const { page } = open;
  await page.getByText(/7\d turns and sub-agents, shown by time/).waitFor();
  await page.keyboard.press('G');
  await page.keyboard.press('w');
  await page.getByRole('region', { name: 'Graph of linked steps' }).waitFor();
  expect(open.problems).toEqual([]);
});

test('the waterfall passes axe, in light and dark, and fits 390 px', async () => {
  await using open = await openSession('?view=time');
  await rows(open.page).first().waitFor();
  expect(await axeViolations(open.page)).toEqual([]);
  await using narrow = await openSession('?view=time', { viewport: { width: 390, height: 800 } });
  await rows(narrow.page).first().waitFor();
  expect(await narrow.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

/** The records of a transcript with times of their own. */
function timed(transcript: Transcript, turns: number): { readonly session: string; readonly text: string } {
  transcript
    .prompt('make the tests pass')
    .calls('c1', 'Read', { file_path: '/home/dev/shop/src/cart.ts' })
    .returns('c1', 'export const tax = 0;')
    .calls('c2', 'Bash', { command: 'npm test' })
    .returns('c2', '1 passing')
    .says('They pass.')
    .prompt('thanks');
  const seconds = [0, 2, 3, 5, 45, 47, 3647];
  for (let turn = 0; turn < turns; turn += 1) {
    transcript.says('You are welcome.').prompt(`and now ${turn}`);
    seconds.push(seconds.at(-1)! + 1, seconds.at(-1)! + 2);
  }
  const lines = transcript.lines.map((line, at) => ({
    ...(JSON.parse(line) as object),
    timestamp: new Date(Date.UTC(2026, 0, 2, 3) + seconds[at]! * 1000).toISOString(),
  }));
  return { session: transcript.session, text: lines.map((line) => `${JSON.stringify(line)}\n`).join('') };
}
