import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumPath } from '../../test/support/chromium.ts';

/** A page in a browser of its own, and the process that draws it. */
export interface Tab extends AsyncDisposable {
  readonly browser: Browser;
  readonly page: Page;
  /** Its process. */
  readonly renderer: () => Promise<number>;
  /** What the page counted of itself: see in-page.js. */
  readonly bench: <Told>(method: 'begin' | 'end' | 'opened') => Promise<Told>;
  /** After the garbage was collected, in bytes. */
  readonly memory: () => Promise<TabMemory>;
}

/** What in-page.js leaves there. */
export interface InPage {
  readonly stemmaBench: Readonly<Record<string, () => unknown>>;
}

export interface TabMemory {
  readonly heap: number;
  /** Of its process: what is its own, with its share of what several processes use (PSS); and all it touches (RSS). */
  readonly process: number;
  readonly resident: number;
  /** The most that was ever resident. */
  readonly peak: number;
}

export async function openTab(address: string): Promise<Tab> {
  // As in the tests: root has no sandbox to offer. No GPU is used where there is one, so that figures of machines can be compared.
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.addInitScript({ path: join(import.meta.dirname, 'in-page.js') });
  await page.goto(address);
  const control = await page.context().newCDPSession(page);
  const renderer = async (): Promise<number> => {
    const asked = await browser.newBrowserCDPSession();
    const { processInfo } = await asked.send('SystemInfo.getProcessInfo');
    await asked.detach();
    // Chromium keeps an empty one in reserve; ours is the one that worked.
    return processInfo.filter(({ type }) => type === 'renderer').toSorted((a, b) => b.cpuTime - a.cpuTime)[0]!.id;
  };
  return {
    browser,
    page,
    renderer,
    bench: async <Told>(method: string) => await page.evaluate((named) => (globalThis as unknown as InPage).stemmaBench[named]!() as Told, method),
    async memory() {
      for (let round = 0; round < 2; round += 1) await control.send('HeapProfiler.collectGarbage');
      const { usedSize } = await control.send('Runtime.getHeapUsage');
      const id = await renderer();
      const kB = (file: string, name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${id}/${file}`, 'utf8'))?.[1] ?? Number.NaN) * 1024;
      return { heap: usedSize, process: kB('smaps_rollup', 'Pss'), resident: kB('status', 'VmRSS'), peak: kB('status', 'VmHWM') };
    },
    [Symbol.asyncDispose]: async () => await browser.close(),
  };
}
