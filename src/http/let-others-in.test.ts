import { expect, test } from 'vitest';
import { openSqlite } from '../store/sqlite/open.ts';
import { failedTest } from '../testing/stories.ts';
import { writeStories } from '../testing/write-stories.ts';
import { exportSession } from '../ask/export/export.ts';
import { lettingOthersIn, readingPatiently } from './let-others-in.ts';

test('others get their turn while somebody writes without a pause, and what is written is the same', async () => {
  await using store = lettingOthersIn(await openSqlite(':memory:', { mode: 'write' }));
  const turns = countTurns();
  for (let number = 0; number < 30; number += 1) {
    await writeStories(store, { ...failedTest, name: `s${number}` });
    busy(12);
  }
  expect(turns.end()).toBeGreaterThan(15);
  expect((await store.read.sessions({}, { limit: 100, offset: 0 })).total).toBe(30);
  expect(await Array.fromAsync(store.read.files())).toHaveLength(30);
});

test('others get their turn while a long session is exported', async () => {
  await using store = await openSqlite(':memory:', { mode: 'write' });
  await writeStories(store, failedTest);
  const read = readingPatiently(store.read);
  expect(readingPatiently(store.read)).toBe(read);
  const [session] = (await read.sessions({}, { limit: 1, offset: 0 })).sessions;
  const turns = countTurns();
  for (let round = 0; round < 20; round += 1) {
    expect((await Array.fromAsync(exportSession(read, session!, 'jsonl', { sources: [] }))).length).toBeGreaterThan(1);
    busy(12);
  }
  expect(turns.end()).toBeGreaterThan(15);
});

/** How often others had their turn until the end. */
function countTurns(): { end(): number } {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  return {
    end() {
      isDone = true;
      return turns;
    },
  };
}

function busy(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}
