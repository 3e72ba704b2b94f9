import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { ingest } from '../../../src/ingest/ingest.ts';
import { AnalysisCache } from '../../../src/ingest/analysis/analysis-cache.ts';
import { analyze } from '../../../src/ingest/analysis/analyze.ts';
import { receive } from '../../../src/ingest/receive/receive.ts';
import { decodePush, encodePush } from '../../../src/ingest/receive/wire.ts';
import type { Push } from '../../../src/ingest/receive/delivery.ts';
import { type PushOptions, type PushReport, push, type Sent } from '../../../src/live/push/push.ts';
import type { ShareRules } from '../../../src/live/push/share-rules.ts';
import { Watermarks } from '../../../src/live/push/watermarks.ts';
import { sources } from '../../../src/sources/all-sources.ts';
import type { Store } from '../../../src/store/store.ts';
import { storeInMemory } from '../../../src/testing/store-in-memory.ts';

/** An archive of a server, which counts what it was sent. */
export class ReceivingArchive {
  readonly store: Store;
  /** Everything it was sent, unpacked. */
  readonly traffic: Buffer[] = [];
  readonly #analyses = new AnalysisCache();

  constructor() {
    this.store = storeInMemory();
    onTestFinished(() => this.store[Symbol.asyncDispose]());
  }

  /** As over a network: packed, sent, and unpacked again. */
  async receive(pushed: Push): Promise<Sent> {
    const packed = zstdCompressSync(encodePush(pushed));
    const bytes = zstdDecompressSync(packed);
    this.traffic.push(bytes);
    const [receipt] = await receive([decodePush(bytes)], {
      store: this.store,
      sources,
      workspace: 'local',
      clock: () => 0,
      analyses: this.#analyses,
    });
    return { receipt: receipt!, bytes: packed.length };
  }

  async settled(): Promise<Store> {
    await analyze({ store: this.store, clock: () => 0 });
    return this.store;
  }

  get trafficBytes(): number {
    return this.traffic.reduce((sum, { length }) => sum + length, 0);
  }
}

/** A machine with files of agents, an archive, and a place to push to. */
export class PushingMachine {
  readonly folder: string;
  readonly name: string;
  readonly store: Store = storeInMemory();
  readonly #home = mkdtempSync(join(tmpdir(), 'stemma-pushing-'));

  constructor(name = 'laptop-0a1b2c3d', folder = mkdtempSync(join(tmpdir(), 'stemma-pushing-'))) {
    this.name = name;
    this.folder = folder;
    onTestFinished(async () => {
      await this.store[Symbol.asyncDispose]();
      for (const each of [this.#home, folder]) rmSync(each, { recursive: true, force: true });
    });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string | Uint8Array): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  copyFrom(folder: string, to = '.'): void {
    cpSync(folder, this.path(to), { recursive: true });
  }

  async ingest(store = this.store): Promise<void> {
    await ingest({
      store,
      sources,
      machine: { home: this.folder, env: {} },
      paths: [this.folder],
      exclude: [],
      workspace: 'local',
      clock: () => 0,
    });
  }

  /** Everything that was pushed is forgotten on this side. */
  loseWatermarks(): void {
    rmSync(join(this.#home, 'push.db'), { force: true });
    for (const end of ['-wal', '-shm']) rmSync(join(this.#home, `push.db${end}`), { force: true });
  }

  watermarks(): Watermarks {
    return new Watermarks(join(this.#home, 'push.db'), 'archive');
  }

  options(watermarks: Watermarks, more: Partial<PushOptions> = {}): Omit<PushOptions, 'send'> {
    const rules: ShareRules = 'all';
    return {
      read: this.store.read,
      sources,
      watermarks,
      server: 'http://server',
      machine: this.name,
      rules,
      exclude: [],
      raw: false,
      signal: new AbortController().signal,
      ...more,
    };
  }

  async push(to: Pick<ReceivingArchive, 'receive'>, more: Partial<PushOptions> = {}): Promise<PushReport> {
    using watermarks = this.watermarks();
    return await push({ ...this.options(watermarks, more), send: (_space, pushed) => to.receive(pushed) });
  }
}
