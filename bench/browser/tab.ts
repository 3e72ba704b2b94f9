import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumPath } from '../../test/support/chromium.ts';

/** A page that knows nothing of any page before it. */
export interface Tab extends AsyncDisposable {
  readonly browser: Browser;
  readonly page: Page;
  /** What the page counted of itself: see in-page.js. */
  readonly bench: <Result>(method: 'begin' | 'end' | 'opened') => Promise<Result>;
  /** Of its process, after the garbage was collected, in bytes. */
  readonly memory: (process: number) => Promise<TabMemory>;
}

/** What in-page.js leaves there. */
export interface InPage {
  readonly stemmaBench: Readonly<Record<string, () => unknown>>;
}

export interface TabMemory {
  readonly heap: number;
  /** What is its own, with its share of what several processes use (PSS); and all it touches (RSS). */
  readonly process: number;
  readonly resident: number;
  /** The most that was ever resident. */
  readonly peak: number;
}

export async function startChromium(): Promise<Browser> {
  // As in the tests: root has no sandbox to offer. No GPU is used where there is one, so that figures of machines can
  // be compared.
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  // It opens a page of its own first.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return browser;
}

export async function openTab(browser: Browser, address = 'about:blank'): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript({ path: join(import.meta.dirname, 'in-page.js') });
  await page.goto(address);
  const control = await context.newCDPSession(page);
  return {
    browser,
    page,
    bench: async <Result>(method: string) =>
      await page.evaluate((named) => (globalThis as unknown as InPage).stemmaBench[named]!() as Result, method),
    async memory(id) {
      for (let round = 0; round < 2; round += 1) await control.send('HeapProfiler.collectGarbage');
      const { usedSize } = await control.send('Runtime.getHeapUsage');
      const kB = (file: string, name: string): number =>
        Number(
          new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${id}/${file}`, 'utf8'))?.[1] ??
            Number.NaN,
        ) * 1024;
      return {
        heap: usedSize,
        process: kB('smaps_rollup', 'Pss'),
        resident: kB('status', 'VmRSS'),
        peak: kB('status', 'VmHWM'),
      };
    },
    [Symbol.asyncDispose]: async () => await context.close(),
  };
}
