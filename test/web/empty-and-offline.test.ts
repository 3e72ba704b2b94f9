import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser, type TestBrowser } from './browser.ts';
import { startServer } from './test-server.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

afterAll(() => browser[Symbol.asyncDispose]());

test('every page of an empty archive says how to fill it', async () => {
  await using server = await startServer([]);
  for (const path of ['/', '/sessions', '/errors', '/skills']) {
    await using open = await browser.open(server.origin + path);
    await open.page.getByText('stemma ingest').waitFor();
    expect(open.problems, path).toEqual([]);
  }
});

test('the page says when the server does not respond', async () => {
  const server = await startServer([]);
  await using open = await browser.open(`${server.origin}/sessions`);
  const { page } = open;
  await page.getByText('stemma ingest').waitFor();
  await server[Symbol.asyncDispose]();
  await page.getByRole('link', { name: 'Skills' }).click();
  await page.getByText('Is `stemma serve` still running?').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
});
