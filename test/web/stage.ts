import { rmSync } from 'node:fs';
import { startBrowser, type TestBrowser } from './browser.ts';
import { serve, type Served } from './served.ts';

/** A browser, and the program serving what it has read from a folder. The folder goes with them. */
export interface Stage extends AsyncDisposable {
  readonly served: Served;
  readonly browser: TestBrowser;
}

export async function setStage(folder: string): Promise<Stage> {
  const [served, browser] = await Promise.all([serve([folder]), startBrowser()]);
  return {
    served,
    browser,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await served[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
