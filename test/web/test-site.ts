import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../../src/http/serve.ts';
import { setupOf } from '../../src/live/setup/setup-of.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { openArchive } from '../../src/testing/open-archive.ts';
import { ingestFolder } from '../support/archive.ts';
import { sharedBrowser, type TestBrowser } from './browser.ts';

/** A browser and a server over an archive of one folder. Disposing removes the folder. */
export interface TestSite extends AsyncDisposable {
  readonly server: {
    /** With the token. */
    readonly link: string;
    readonly origin: string;
    readonly home: string;
  };
  readonly browser: TestBrowser;
}

/**
 * The sources and the server of `stemma serve`, in this process, which has loaded them anyway: two programs would take
 * three times as long as most pages. Where the program itself is looked at, or ends, it is started by test-server.ts.
 */
export async function startTestSite(folder: string): Promise<TestSite> {
  const home = mkdtempSync(join(tmpdir(), 'stemma-web-'));
  const base = join(home, '.stemma');
  const file = join(base, 'stemma.db');
  {
    await using store = await openArchive(file, 'write');
    await ingestFolder(store, folder, { clock: Date.now });
  }
  const machine = { home, env: {} };
  const allSources = async () => sources;
  const serving = await serve({
    version: '0.0.0',
    clock: Date.now,
    sources: allSources,
    host: '127.0.0.1',
    port: 0,
    page: fileURLToPath(new URL('../../dist/web', import.meta.url)),
    archive: { openStore: (mode) => openArchive(file, mode), file, base, kind: 'sqlite', isDemo: false },
    setup: setupOf({
      machine,
      kit: { home: base, platform: process.platform, node: process.execPath },
      sources: allSources,
      settings: { base, archive: file, exclude: [], advice: switchedOn, resume: switchedOn },
    }),
    secrets: [
      { text: file, instead: 'the archive' },
      { text: home, instead: '~' },
    ],
    print: (text) => process.stderr.write(`${text}\n`),
  });
  return {
    server: { link: serving.url, origin: new URL(serving.url).origin, home },
    browser: await sharedBrowser(),
    async [Symbol.asyncDispose]() {
      await serving[Symbol.asyncDispose]();
      for (const each of [home, folder]) rmSync(each, { recursive: true, force: true });
    },
  };
}

const switchedOn = { on: true, off: [] } as const;
