import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Transcript } from '../support/transcript.ts';
import { axeViolations } from './axe.ts';
import { sharedBrowser, type TestBrowser } from './browser.ts';
import { startServer, type TestServer } from './test-server.ts';

let browser: TestBrowser;
let team: TestServer;
let token: string;

beforeAll(async () => {
  browser = await sharedBrowser();
  team = await startServer([], [], 'server');
  ({ token } = JSON.parse(await team.stemma('token', 'create', 'ada', '--role', 'writer', '--json')));
  const main = join(team.home, '.stemma/server/workspaces/1-main');
  await put('Prune the roses', join(main, 'team/stemma.db'));
  await put('Water the ferns', join(main, 'mine/1-ada/stemma.db'));
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await team[Symbol.asyncDispose]();
});

/** Reads a session straight into an archive of the server. */
async function put(prompt: string, archive: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-team-'));
  const transcript = new Transcript(prompt.toLowerCase().replaceAll(' ', '-')).prompt(prompt);
  writeFileSync(join(folder, `${transcript.session}.jsonl`), transcript.toString());
  await team.stemma('ingest', folder, '--db', archive);
  rmSync(folder, { recursive: true });
}

test('at a team’s server one signs in with a token, and sees everybody’s archive or one’s own', async () => {
  await using open = await browser.open(`${team.origin}/sessions`);
  const { page } = open;
  const signIn = async (text: string) => {
    await page.getByLabel('Token').fill(text);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await page.getByText('This needs a token.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await signIn(`stm_aaaaaaaa_${'0'.repeat(48)}`);
  await page.getByText('This needs a token.').waitFor();
  await signIn(token);
  await page.getByText('Prune the roses').first().waitFor();
  expect(await page.getByText('Water the ferns').count()).toBe(0);
  await page.getByLabel('Archive').selectOption('mine');
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.getByText('Water the ferns').first().waitFor();
  expect(await page.getByText('Prune the roses').count()).toBe(0);
  await page.reload();
  await page.getByText('Water the ferns').first().waitFor();
  expect(page.url()).not.toContain('stm_');
});
