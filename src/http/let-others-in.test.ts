import { expect, test } from 'vitest';
import { openSqlite } from '../store/sqlite/open.ts';
import { failedTest } from '../testing/stories.ts';
import { writeStories } from '../testing/write-stories.ts';
import { lettingOthersIn } from './let-others-in.ts';

test('others get their turn while somebody writes without a pause, and what is written is the same', async () => {
  await using store = lettingOthersIn(await openSqlite(':memory:', { mode: 'write' }));
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  for (let number = 0; number < 30; number += 1) {
    await writeStories(store, { ...failedTest, name: `s${number}` });
    busy(12);
  }
  isDone = true;
  expect(turns).toBeGreaterThan(15);
  expect((await store.read.sessions({}, { limit: 100, offset: 0 })).total).toBe(30);
  expect(await Array.fromAsync(store.read.files())).toHaveLength(30);
});

function busy(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}
