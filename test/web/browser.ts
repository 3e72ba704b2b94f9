import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { chromiumPath } from '../support/chromium.ts';

export type { Page };

/** A real browser for a test file. See `OpenPage.problems` for what it watches. */
export interface TestBrowser extends AsyncDisposable {
  open(address: string, options?: BrowserContextOptions): Promise<OpenPage>;
}

export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  /** Errors on the console, exceptions, dialogs, windows, downloads, and requests to any other host. */
  readonly problems: readonly string[];
}

export async function startBrowser(): Promise<TestBrowser> {
  // Chromium has no sandbox for root; only our own page is opened.
  const browser: Browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  return {
    async open(address, options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1400, height: 900 },
        reducedMotion: 'reduce',
        timezoneId: 'UTC',
        locale: 'en-GB',
        ...options,
      });
      const page = await context.newPage();
      const problems: string[] = [];
      const { host } = new URL(address);
      page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`));
      page.on('pageerror', ({ message }) => problems.push(`exception: ${message}`));
      page.on('dialog', (dialog) => problems.push(`dialog: ${dialog.message()}`));
      page.on('popup', () => problems.push('a popup'));
      page.on('download', () => problems.push('a download'));
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith('http') && url.host !== host) problems.push(`request to ${url.host}`);
      });
      await page.goto(address);
      return {
        page,
        problems,
        [Symbol.asyncDispose]: () => context.close(),
      };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/**
 * Waits until everything is loaded. The connection for live updates never ends, so the network is never idle.
 */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('main').locator('h1, h2').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[data-busy], [role=status][aria-label^=Loading]') === null);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
