import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StemmaError } from '../../model/stemma-error.ts';
import { openSqlite } from '../../store/sqlite/open.ts';
import type { Store, StoreMode, StoreOpenedTo } from '../../store/store.ts';
import { delegation, failedTest } from '../../testing/stories.ts';
import { writeStories } from '../../testing/write-stories.ts';
import { Archive } from './archive.ts';

let folder: string;
let file: string;
let opened: number;
let closed: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stemma-archive-'));
  file = join(folder, 'stemma.db');
  [opened, closed] = [0, 0];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The real store, whose comings and goings are counted. */
async function openStore<Mode extends StoreMode>(mode: Mode): Promise<StoreOpenedTo<Mode>> {
  const store = await openSqlite(file, { mode });
  opened += 1;
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      closed += 1;
      await store[Symbol.asyncDispose]();
    },
  };
}

async function keep(
  ...stories: Parameters<typeof writeStories> extends [Store, ...infer Stories] ? Stories : never
): Promise<void> {
  await using store = await openSqlite(file, { mode: 'write' });
  await writeStories(store, ...stories);
}

const total = (archive: Archive): Promise<number> =>
  archive.ask(async ({ read }) => (await read.sessions({}, { limit: 1, offset: 0 })).total);

test('it is opened once for many questions, and closed at the end', async () => {
  await keep(failedTest);
  const archive = new Archive({ openStore, file, base: folder });
  expect(await Promise.all(Array.from({ length: 20 }, () => total(archive)))).toEqual(Array(20).fill(1));
  await keep(delegation);
  expect(await total(archive)).toBe(2);
  expect(opened).toBe(1);
  await archive[Symbol.asyncDispose]();
  await sleep(0);
  expect(closed).toBe(1);
});

test('a question that is being answered keeps what it reads from, though there is another file by now', async () => {
  await keep(failedTest);
  await using archive = new Archive({ openStore, file, base: folder });
  const { promise: until, resolve: go } = Promise.withResolvers<void>();
  const slow = archive.ask(async ({ read }) => {
    await until;
    return (await read.sessions({}, { limit: 1, offset: 0 })).total;
  });
  for (const end of ['', '-wal', '-shm', '.writer']) rmSync(`${file}${end}`, { force: true });
  await keep(failedTest, delegation);
  expect(await total(archive)).toBe(2);
  expect(closed).toBe(0);
  go();
  expect(await slow).toBe(1);
  expect(closed).toBe(1);
});

test('what is wrong with the store is not kept; what is wrong with the question changes nothing', async () => {
  await keep(failedTest);
  await using archive = new Archive({ openStore, file, base: folder });
  const refuse = (error: Error): Promise<void> => archive.ask(async () => Promise.reject(error));
  await expect(refuse(new StemmaError('event-not-found', 'no such event', { hint: 'Look again.' }))).rejects.toThrow(
    'no such event',
  );
  expect(await total(archive)).toBe(1);
  expect(opened).toBe(1);
  await expect(refuse(new StemmaError('store-damaged', 'broken', { hint: 'Look.' }))).rejects.toThrow('broken');
  await expect(refuse(new Error('connection lost'))).rejects.toThrow('connection lost');
  expect(await total(archive)).toBe(1);
  expect([opened, closed]).toEqual([3, 2]);
});

test('a write gives up on another writer that takes too long, changes nothing, and leaves no lock behind', async () => {
  await keep(failedTest);
  await using archive = new Archive({ openStore, file, base: folder, waitMs: 100 });
  const writer = await openSqlite(file, { mode: 'write' });
  let isWritten = false;
  await expect(archive.write(async () => void (isWritten = true))).rejects.toThrow(/has been writing/);
  await writer[Symbol.asyncDispose]();
  await expect.poll(() => closed, { timeout: 2000 }).toBe(1);
  await (await openSqlite(file, { mode: 'write', waitMs: 100 }))[Symbol.asyncDispose]();
  expect(isWritten).toBe(false);
});
