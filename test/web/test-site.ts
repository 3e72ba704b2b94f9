import { rmSync } from 'node:fs';
import { sharedBrowser, type TestBrowser } from './browser.ts';
import { startServer, type TestServer } from './test-server.ts';

/** A browser and a server over an archive of one folder. Disposing removes the folder. */
export interface TestSite extends AsyncDisposable {
  readonly server: TestServer;
  readonly browser: TestBrowser;
}

export async function startTestSite(folder: string): Promise<TestSite> {
  const [server, browser] = await Promise.all([startServer([folder]), sharedBrowser()]);
  return {
    server,
    browser,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
