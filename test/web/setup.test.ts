import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedTest } from '../support/transcript.ts';
import { axeViolations } from './axe.ts';
import { loaded } from './browser.ts';
import { startTestSite, type TestSite } from './test-site.ts';

let site: TestSite;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-setup-'));
  writeFileSync(join(folder, 'first.jsonl'), fixedTest('first').toString());
  site = await startTestSite(folder);
  // Claude Code's own folder, with a session that nobody has read yet.
  const project = join(site.server.home, '.claude/projects/-home-dev-shop');
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'second.jsonl'), fixedTest('second').toString());
  writeFileSync(join(project, 'third.jsonl'), fixedTest('third').toString());
}, 120_000);

afterAll(() => site[Symbol.asyncDispose]());

test('shows agents, hooks, prices, redaction and retention, and the commands for what is left to do', async () => {
  await using open = await site.browser.open(`${site.server.origin}/`);
  const { page } = open;
  await loaded(page);
  await page.getByRole('link', { name: 'Setup' }).first().click();
  const agents = page.getByRole('region', { name: 'Agents found' });
  const row = agents.getByRole('row', { name: /^Claude Code/ });
  await row.getByText('1 of 2 files').waitFor();
  await row.getByText('not installed').first().waitFor();
  await row.getByText('after 30 days').waitFor();
  const todo = page.getByRole('region', { name: 'To do' });
  await todo.getByText('stemma ingest').waitFor();
  await todo.getByText('stemma install claude-code').waitFor();
  const settings = page.getByRole('region', { name: 'Archive and settings' });
  for (const word of ['looked up on', 'removed from everything', 'stemma evict'])
    await settings.getByText(word).waitFor();
  for (const width of [1400, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await axeViolations(page), `${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.getByRole('button', { name: 'Show the tour' }).click();
  await page
    .getByRole('region', { name: 'Tour' })
    .or(page.getByRole('heading', { name: /No sessions/ }))
    .waitFor();
  expect(open.problems).toEqual([]);
});

test('gives away neither the token nor what a session says', async () => {
  const text = await (await fetch(`${site.server.origin}/api/setup`)).text();
  expect(text).toContain('Claude Code');
  expect(text).not.toContain(new URL(site.server.link).hash.slice('#t='.length));
  expect(text).not.toContain('make the tests pass');
});
