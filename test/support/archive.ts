import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ingest, type IngestOptions, type IngestReport } from '../../src/ingest/ingest.ts';
import { eventRef } from '../../src/model/ids.ts';
import { sources } from '../../src/sources/all-sources.ts';
import type { ReadOnlyStore, Store } from '../../src/store/store.ts';
import { storeInMemory } from '../../src/testing/store-in-memory.ts';

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

/** Everything a user can see of a store, in a form that can be compared. */
export async function seen({ read }: ReadOnlyStore): Promise<unknown> {
  const { sessions } = await read.sessions({}, { limit: 10_000, offset: 0 });
  const shown = [];
  for (const session of sessions) {
    const { watermarks: _, source_path: __, source_bytes: ___, ...facts } = session;
    const events = await read.events(session.uid, { after: 0, limit: 100_000 });
    const edges = await read.causes(events.map(({ id }) => eventRef(id)!));
    const { chains } = await read.chains({ session: session.uid, oldestFirst: true }, { limit: 10_000, offset: 0 });
    // Whether the whole text of an event can still be read says nothing about what was learned from it.
    const learned = events.map(({ payload_ref: _ref, ...event }) => event);
    shown.push({ ...facts, events: learned, edges, chains });
  }
  return shown.sort((a, b) => (a.uid < b.uid ? -1 : 1));
}
