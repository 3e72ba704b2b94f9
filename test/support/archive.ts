import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ingest, type IngestOptions, type IngestReport } from '../../src/ingest/ingest.ts';
import { sources } from '../../src/sources/all-sources.ts';
import type { Store } from '../../src/store/store.ts';
import { storeInMemory } from '../../src/testing/store-in-memory.ts';

export { seen } from './seen.ts';

/** A store and a folder of transcripts that live as long as the test. */
export class Archive {
  readonly folder = mkdtempSync(join(tmpdir(), 'stemma-test-'));
  readonly store: Store;

  private constructor(store: Store) {
    this.store = store;
  }

  static async open(): Promise<Archive> {
    const archive = new Archive(storeInMemory());
    onTestFinished(async () => {
      await archive.store[Symbol.asyncDispose]();
      rmSync(archive.folder, { recursive: true, force: true });
    });
    return archive;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, content: string | Uint8Array): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  ingest(options: Partial<IngestOptions> = {}): Promise<IngestReport> {
    return ingestFolder(this.store, this.folder, options);
  }
}

export function ingestFolder(
  store: Store,
  folder: string,
  options: Partial<IngestOptions> = {},
): Promise<IngestReport> {
  const machine = { home: folder, env: {} };
  return ingest({
    store,
    sources,
    machine,
    paths: [folder],
    exclude: [],
    workspace: 'local',
    clock: () => 1_800_000_000_000,
    ...options,
  });
}
