import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from './test-site.ts';

let site: TestSite;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-subagents-'));
  // The site removes its folder when it ends.
  cpSync('src/sources/claude-code/fixtures/2.1.325-03-subagent/projects', folder, { recursive: true });
  site = await startTestSite(folder);
}, 120_000);

afterAll(() => site[Symbol.asyncDispose]());

test('the digest of a session has its cost with sub-agents, as the page of cost has it', async () => {
  await using open = await site.browser.open(`${site.server.origin}/sessions`);
  const { page } = open;
  await page.locator('[data-row]').first().click();
  const digest = page.getByRole('region', { name: 'Digest' });
  await expect
    .poll(async () => (await digest.innerText()).replaceAll('\n', ' '))
    .toMatch(/Cost and time \$[\d.]+ · \$[\d.]+ with sub-agents · /);
  const [, own, all] = /Cost and time \$([\d.]+) · \$([\d.]+) with/.exec(
    (await digest.innerText()).replaceAll('\n', ' '),
  )!;
  expect(Number(all)).toBeGreaterThan(Number(own));
  await page.getByTitle('What each turn and step cost').click();
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('main').innerText()).toContain(`$${all}`);
  expect(open.problems).toEqual([]);
});
