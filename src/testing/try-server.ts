import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request as send, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { serve, type ServeOptions, type Serving } from '../http/serve.ts';
import type { SetupAnswer } from '../live/setup/setup-answer.ts';
import { openArchive } from './open-archive.ts';
import type { OpenStore, ReadOnlyStore, Store } from '../store/store.ts';
import { quill } from './quill.ts';
import { writeStories, type Story } from './write-stories.ts';

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  // The tests say what they expect of it.
  readonly json: any; // oxlint-disable-line typescript/no-explicit-any
}

export interface Tried {
  readonly serving: Serving;
  readonly folder: string;
  readonly said: string[];
  get(
    path: string,
    options?: { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
  ): Promise<Got>;
  /** The response to exactly these bytes; the server closes the connection, or a timeout does. */
  raw(text: string, waitMs?: number): Promise<string>;
  write(work: (store: Store) => Promise<unknown>): Promise<void>;
}

/** A machine without agents: what is on a real one, test/web/setup.test.ts looks at. */
const bareMachine: SetupAnswer = {
  agents: [],
  absent: [quill.title],
  archive: {
    kind: 'sqlite',
    path: null,
    bytes: 0,
    ingested_at: null,
    outdated: false,
    rebuild_unfinished: false,
    issues: 0,
  },
  prices: { date: '2026-11-16', models: 1, own: 0 },
  exclude: [],
  advice: true,
  resume: true,
};

/**
 * A server with a real archive, a few page files and real sockets, for the length of a test. It sees the archive
 * through `seen`.
 */
export async function tryServer(
  stories: readonly Story[],
  options: Partial<ServeOptions> = {},
  page: Readonly<Record<string, string>> = {},
  seen: <Opened extends ReadOnlyStore>(store: Opened) => Opened = (store) => store,
): Promise<Tried> {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-http-'));
  const file = join(folder, 'stemma.db');
  const said: string[] = [];
  const openStore: OpenStore = (mode) => openArchive(file, mode);
  const write: Tried['write'] = async (work) => {
    await using store = await openStore('write');
    await work(store);
  };
  if (stories.length > 0) await write((store) => writeStories(store, ...stories));
  for (const [name, text] of Object.entries(page)) {
    mkdirSync(dirname(join(folder, 'web', name)), { recursive: true });
    writeFileSync(join(folder, 'web', name), text);
  }
  const serving = await serve({
    version: '0.0.0',
    clock: Date.now,
    sources: async () => [quill],
    setup: async () => bareMachine,
    host: '127.0.0.1',
    port: 0,
    page: join(folder, 'web'),
    print: (text) => said.push(text),
    secrets: [{ text: folder, instead: '~' }],
    archive: {
      openStore: async (mode) => seen(await openStore(mode)),
      file,
      base: folder,
      kind: 'sqlite',
      isDemo: false,
    },
    live: { everyMs: 20, archiveEveryMs: 20 },
    ...options,
  });
  onTestFinished(async () => {
    await serving[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  const { port } = serving;
  return {
    serving,
    folder,
    said,
    write,
    get: (path, { method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const request = send(
          {
            host: '127.0.0.1',
            port,
            path,
            method,
            headers: { ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }), ...headers },
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', reject);
            response.on('end', () => {
              const bytes = Buffer.concat(chunks);
              const text = bytes.toString('utf8');
              resolve({
                status: response.statusCode!,
                headers: response.headers,
                bytes,
                text,
                get json() {
                  return JSON.parse(text);
                },
              });
            });
          },
        );
        request.on('error', reject);
        request.end(body);
      }),
    raw: (text, waitMs = 2_000) =>
      new Promise((resolve) => {
        let got = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        const end = () => {
          clearTimeout(timer);
          socket.destroy();
          resolve(got);
        };
        const timer = setTimeout(end, waitMs);
        socket.on('data', (chunk) => (got += chunk.toString('latin1')));
        socket.on('close', end);
        socket.on('error', end);
      }),
  };
}
