import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { loaded, type Look, type OpenPage, type Page } from './browser.ts';
import { screenshotDifference } from './screenshot-difference.ts';
import { capturedSessions } from './test-server.ts';
import { startTestSite, type TestSite } from './test-site.ts';

// Recorded sessions of real agents, server as a user would, in a real browser.
const agents = ['claude-code', 'codex', 'gemini', 'opencode'];

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite(capturedSessions(agents));
}, 120_000);

afterAll(() => site[Symbol.asyncDispose]());

const show = (path: string, look?: Look): Promise<OpenPage> => site.browser.open(site.server.origin + path, look);

describe('sessions', () => {
  test('of all agents are listed and link to their pages', async () => {
    await using open = await show('/sessions');
    const { page } = open;
    await page.getByRole('heading', { name: /^Sessions \d/ }).waitFor();
    await page.getByRole('link', { name: /fix/i }).first().click();
    await page.waitForURL(/\/s\//);
    expect(open.problems).toEqual([]);
  });

  test('are filtered by text and agent, and the URL keeps the filter', async () => {
    await using open = await show('/sessions');
    const { page } = open;
    const rows = page.locator('[data-row]');
    await rows.first().waitFor();
    const all = await page.getByRole('heading', { name: /^Sessions/ }).innerText();
    await page.getByLabel('Agent', { exact: true }).selectOption('codex');
    await expect.poll(() => page.getByRole('heading', { name: /^Sessions/ }).innerText()).not.toBe(all);
    await expect.poll(() => page.url()).toContain('agent=codex');
    await page.getByLabel('Filter sessions').fill('no session is called like this');
    await page.getByRole('heading', { name: 'No matching sessions' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => page.getByRole('heading', { name: /^Sessions/ }).innerText()).toBe(all);
    expect(open.problems).toEqual([]);
  });

  test('open filtered from a link with a filter', async () => {
    await using open = await show('/sessions?agent=codex&failed=1');
    await open.page.locator('[data-row]').first().waitFor();
    expect(await open.page.getByLabel('Agent', { exact: true }).inputValue()).toBe('codex');
    expect(await open.page.getByRole('button', { name: 'With failures' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('open their child sessions in place', async () => {
    await using open = await show('/sessions?agent=claude-code');
    const { page } = open;
    const toggle = page.getByRole('button', { name: /child session/ }).first();
    await toggle.waitFor();
    const before = await page.locator('[data-row]').count();
    await toggle.click();
    await expect.poll(() => page.locator('[data-row]').count()).toBeGreaterThan(before);
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    expect(open.problems).toEqual([]);
  });

  test('load the names of agents once', async () => {
    await using open = await site.browser.open('about:blank');
    const requested: string[] = [];
    open.page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await open.page.goto(`${site.server.origin}/sessions`);
    await open.page.locator('[data-row]').nth(20).waitFor();
    await open.page.getByTitle('Codex CLI').first().waitFor();
    expect(requested.filter((path) => path === '/api/about')).toHaveLength(1);
  });

  test('can be walked with j and k', async () => {
    await using open = await show('/sessions');
    const { page } = open;
    await page.locator('[data-row]').first().waitFor();
    for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
    expect(
      await page
        .locator('[data-row]')
        .first()
        .evaluate((row) => row === document.activeElement),
    ).toBe(true);
  });
});

describe('errors', () => {
  test('are grouped by pattern, and each story links to its steps', async () => {
    await using open = await show('/errors');
    const { page } = open;
    await page.getByRole('heading', { name: 'Errors' }).waitFor();
    const causes = page.getByRole('navigation', { name: 'Failure patterns' }).locator('[data-row]');
    await causes.nth(1).click();
    expect(page.url()).toContain('p=');
    await page.getByRole('article').first().getByRole('link').last().click();
    await page.waitForURL(/\/s\/.*at=ev_/);
    expect(open.problems).toEqual([]);
  });

  test('have a URL for each story', async () => {
    await using open = await show('/errors');
    const { page } = open;
    await page.getByRole('article').first().locator('header a').click();
    await page.waitForURL(/\/errors\/ch_/);
    await page.reload();
    await page.getByRole('article').getByText('Error', { exact: true }).waitFor();
    expect(open.problems).toEqual([]);
  });
});

test('skills show completion rates with intervals', async () => {
  await using open = await show('/skills');
  const { page } = open;
  await page.getByRole('heading', { name: 'Skill metrics' }).waitFor();
  await page
    .getByRole('img', { name: /Completed: [\d.]+ % of \d+, 95 % interval/ })
    .first()
    .waitFor();
  expect(open.problems).toEqual([]);
});

test('the overview shows the last days, or that there are no sessions', async () => {
  await using open = await show('/?days=90');
  await open.page
    .getByRole('heading', { name: 'Activity' })
    .or(open.page.getByRole('heading', { name: /No sessions in the last 90 days/ }))
    .waitFor();
  expect(open.problems).toEqual([]);
});

describe('search', () => {
  test('finds as you type and opens a result', async () => {
    await using open = await show('/errors');
    const { page } = open;
    await page.getByRole('heading', { name: 'Errors' }).waitFor();
    await page.keyboard.press('/');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill('test');
    await dialog.getByRole('option').first().waitFor();
    await expect.poll(() => dialog.getByRole('option').locator('mark').count()).toBeGreaterThan(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/s\/|\/errors\?p=|\/skills/);
    expect(open.problems).toEqual([]);
  });

  test('has its own page', async () => {
    await using open = await show('/search?q=test');
    await open.page.locator('[data-row] mark').first().waitFor();
    expect(open.problems).toEqual([]);
  });
});

describe('every page', () => {
  test('lists keyboard shortcuts with ?, and Escape closes them', async () => {
    await using open = await show('/skills');
    const { page } = open;
    await loaded(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('search everything').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('switches between light and dark with t, and remembers it', async () => {
    await using open = await show('/skills', { colorScheme: 'light' });
    const { page } = open;
    await page.getByRole('heading', { name: 'Skills' }).waitFor();
    await page.keyboard.press('t');
    await page.reload();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  test('says when a URL does not exist', async () => {
    await using open = await show('/nowhere/at/all');
    await open.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  test('removes the token from the URL and sends it with requests', async () => {
    await using open = await site.browser.open(site.server.link);
    const { page } = open;
    await expect.poll(() => page.url()).not.toContain('#');
    const requested = page.waitForRequest((request) => request.url().includes('/api/'));
    await page.getByRole('link', { name: 'Skills' }).click();
    expect((await requested).headers()['authorization']).toMatch(/^Bearer ./);
  });
});

test.each(['/', '/sessions', '/errors', '/skills', '/search?q=test'])(
  'axe finds no violation on %s, light and dark, wide and narrow, and nothing is cut off',
  { timeout: 60_000 },
  async (path) => {
    await using open = await show(path, { viewport: { width: 1400, height: 800 } });
    const { page } = open;
    for (const width of [1400, 390, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      await loaded(page);
      await expectNothingCutOff(page, `${path} at ${width} px`);
      // What is on a page of 2560 px is on one of 1400 px.
      if (width <= 1400) expect(await axeViolations(page), `${path} at ${width} px`).toEqual([]);
    }
  },
);

async function expectNothingCutOff(page: Page, path: string): Promise<void> {
  const pageBeyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(pageBeyond, path).toBeLessThanOrEqual(0);
  const links = page.getByRole('navigation', { name: 'Pages' });
  const linksBeyond = await links.evaluate((nav) => nav.scrollWidth - nav.clientWidth);
  expect(linksBeyond, `navigation of ${path}`).toBeLessThanOrEqual(0);
}

test.each([
  ['sessions', '/sessions'],
  ['errors', '/errors'],
  ['skills', '/skills'],
])('%s look as in the baseline', async (name, path) => {
  await using open = await show(path);
  await loaded(open.page);
  expect(await screenshotDifference(open.page, name)).toBeLessThan(0.03);
});
