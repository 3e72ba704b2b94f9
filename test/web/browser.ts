import { chromium, type Browser, type Page } from 'playwright-core';
import { shellPath } from '../support/chromium.ts';

export type { Page };

/** A real browser for a test file. See `OpenPage.problems` for what it watches. */
export interface TestBrowser extends AsyncDisposable {
  open(address: string, look?: Look): Promise<OpenPage>;
}

export interface Look {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
}

export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  /** Errors on the console, exceptions, dialogs, windows, downloads, and requests to any other host. */
  readonly problems: readonly string[];
}

export async function startBrowser(): Promise<TestBrowser> {
  // Chromium has no sandbox for root; only our own page is opened.
  const browser: Browser = await chromium.launch({
    executablePath: shellPath(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  // A new window costs more than most tests, so one that was closed is opened again, as if it were new.
  const closed: Page[] = [];
  return {
    async open(address, { viewport = { width: 1400, height: 900 }, colorScheme = null } = {}) {
      const page = closed.pop() ?? (await newPage(browser));
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const { host } = new URL(address);
      // The window still shows the page before; one of another server would go on asking that server.
      if (new URL(page.url()).host !== host) await page.goto('about:blank');
      const problems = watchFor(page, host);
      // An address that differs from the one before by its # alone loads nothing.
      if ((await page.goto(address)) === null) await page.reload();
      return {
        page,
        problems,
        async [Symbol.asyncDispose]() {
          page.removeAllListeners();
          await forgetEverything(page);
          closed.push(page);
        },
      };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** The one that all test files of a process share: starting one costs as much as ten tests. It ends with the process. */
export async function sharedBrowser(): Promise<TestBrowser> {
  const { open } = await (shared ??= startBrowser());
  return { open, async [Symbol.asyncDispose]() {} };
}

let shared: Promise<TestBrowser> | undefined;

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'UTC', locale: 'en-GB' });
  return context.newPage();
}

function watchFor(page: Page, host: string): readonly string[] {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`));
  page.on('pageerror', ({ message }) => problems.push(`exception: ${message}`));
  page.on('dialog', (dialog) => problems.push(`dialog: ${dialog.message()}`));
  page.on('popup', () => problems.push('a popup'));
  page.on('download', () => problems.push('a download'));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.host !== host) problems.push(`request to ${url.host}`);
  });
  return problems;
}

/**
 * What our page keeps in the browser is in these two; where the mouse is can be seen, too. The page itself stays: the
 * next one then has the same process, and starting one costs as much as the page does.
 */
async function forgetEverything(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
}

/**
 * Waits until everything is loaded. The connection for live updates never ends, so the network is never idle.
 */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('main').locator('h1, h2').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[data-busy], [role=status][aria-label^=Loading]') === null);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
