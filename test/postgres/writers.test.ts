import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StemmaError } from '../../src/model/stemma-error.ts';
import { Connection } from '../../src/store/postgres/connect/connection.ts';
import { loadPg } from '../../src/store/postgres/connect/load-pg.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { ingestFolder, seen } from '../support/archive.ts';
import { freshDatabase, ownServer, type TestServer } from '../support/postgres.ts';
import { fixedTest, longSession } from '../support/transcript.ts';

// One server for all tests, because making one takes longer than most of them; each has a database of its own.
let server: TestServer;
/** What two of them read, and what becomes of it. */
const history = mkdtempSync(join(tmpdir(), 'stemma-writers-'));
let expected: unknown;
let all: number;
beforeAll(async () => {
  server = await ownServer();
  writeHistory();
  await using whole = await openSqlite(':memory:', { mode: 'write' });
  await ingestFolder(whole, history);
  expected = await seen(whole);
  all = await countOf(whole);
});
afterAll(async () => {
  await server.stop();
  rmSync(history, { recursive: true, force: true });
});

test(
  '8 writers at once, two of them killed and the server restarted: no event is lost or doubled',
  { timeout: 240_000 },
  async () => {
    const url = await freshDatabase(server);
    await using store = await openPostgres(url, { mode: 'write' });
    const writers = Array.from({ length: 8 }, () => startWriter(url, history));
    const [first, second, ...rest] = writers as [Writer, Writer, ...Writer[]];

    await untilThereAre(store, all * 0.1);
    first.process.kill('SIGKILL');
    await untilThereAre(store, all * 0.3);
    await server.restart();
    await untilThereAre(store, all * 0.5);
    second.process.kill('SIGKILL');
    const codes = await Promise.all(rest.map(({ ended }) => ended));
    expect(codes, rest.map(({ said }) => said()).join('\n')).toEqual(rest.map(() => 0));

    expect(await store.read.check()).toEqual([]);
    expect(await seen(store)).toEqual(expected);
    // Nobody left anything for the next one to do.
    const last = startWriter(url, history);
    expect(await last.ended, last.said()).toBe(0);
    expect(JSON.parse(last.report())).toMatchObject({ events: 0, files: 0 });
  },
);

test(
  'a server that goes away in the middle is a clear error; the watermark stays, and the next run completes',
  { timeout: 120_000 },
  async () => {
    const url = await freshDatabase(server);
    await (await openPostgres(url, { mode: 'write' }))[Symbol.asyncDispose]();

    const store = await openPostgres(url, { mode: 'write', reconnectMs: 500, questionMs: 200 });
    const failed = ingestFolder(store, history).catch((error: unknown) => error as StemmaError);
    await sleep(300);
    server.pause();
    const error = await failed;
    await store[Symbol.asyncDispose]();
    expect(error).toMatchObject({ code: 'store-unreachable', message: expect.stringContaining('127.0.0.1') });
    expect((error as StemmaError).message).not.toContain(new URL(url).password);

    await server.resume();
    await using again = await openPostgres(url, { mode: 'write' });
    expect(await again.read.check()).toEqual([]);
    await ingestFolder(again, history);
    expect(await seen(again)).toEqual(expected);
  },
);

test('who asks while the server restarts gets an answer, a little later', { timeout: 60_000 }, async () => {
  const url = await freshDatabase(server);
  await using store = await openPostgres(url, { mode: 'write' });
  await store.write.setMeta('here', 'yes');
  const restarted = server.restart();
  const answers = [];
  for (let i = 0; i < 20; i++) {
    answers.push(await store.read.meta('here'));
    await store.write.setMeta('round', String(i));
  }
  await restarted;
  expect(new Set(answers)).toEqual(new Set(['yes']));
  expect(await store.read.meta('round')).toBe('19');
});

test(
  'a connection that breaks between two statements of a question ends neither the question nor the process',
  { timeout: 60_000 },
  async () => {
    const url = await freshDatabase(server);
    const connection = new Connection(await loadPg(), url, { questionMs: 30_000 });
    let asked = 0;
    const answer = await connection.ask(async (sql) => {
      asked += 1;
      await sql.get('select 1');
      if (asked === 1) await server.restart();
      return await sql.get<{ two: number }>('select 2 as two');
    });
    expect({ answer, asked }).toEqual({ answer: { two: 2 }, asked: 2 });
    await connection.close();
  },
);

interface Writer {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  report(): string;
  said(): string;
}

function startWriter(url: string, folder: string): Writer {
  const program = join(import.meta.dirname, '../support/postgres-writer.mjs');
  const child = spawn(process.execPath, [program, url, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [report, said] = ['', ''];
  child.stdout.on('data', (text) => (report += String(text)));
  child.stderr.on('data', (text) => (said += String(text)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { process: child, ended, report: () => report, said: () => said };
}

async function untilThereAre(store: Store, events: number): Promise<void> {
  for (let waited = 0; (await countOf(store)) < events; waited += 20) {
    if (waited > 60_000) throw new Error(`There are ${await countOf(store)} events after a minute, not ${events}.`);
    await sleep(20);
  }
}

async function countOf({ read }: Store): Promise<number> {
  return (await read.overview()).sources.reduce((sum, { events }) => sum + events, 0);
}

function writeHistory(): void {
  for (let i = 0; i < 10; i++)
    writeFileSync(join(history, `${i}.jsonl`), longSession(`writers ${i}`, 4 * (i + 1)).toString());
  // More than a piece of 1 MB.
  writeFileSync(join(history, 'large.jsonl'), longSession('writers large', 600).toString());
  writeFileSync(join(history, 'fixed.jsonl'), fixedTest('writers fixed').toString());
}
