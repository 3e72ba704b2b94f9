import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser, type TestBrowser } from './browser.ts';
import { serve } from './served.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await startBrowser();
});

afterAll(() => browser[Symbol.asyncDispose]());

test('an archive with nothing in it says on every page what fills it', async () => {
  await using served = await serve([]);
  for (const path of ['/', '/sessions', '/errors', '/skills']) {
    await using open = await browser.open(served.origin + path);
    await open.page.getByText('stemma ingest').waitFor();
    expect(open.problems, path).toEqual([]);
  }
});

test('when the server is gone the page says so, and goes on when it is back', async () => {
  const served = await serve([]);
  await using open = await browser.open(`${served.origin}/sessions`);
  const { page } = open;
  await page.getByText('stemma ingest').waitFor();
  await served[Symbol.asyncDispose]();
  await page.getByRole('link', { name: 'Skills' }).click();
  await page.getByText('Is `stemma serve` still running?').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
});
