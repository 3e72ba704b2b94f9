import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RowsAnswer, SessionUid } from '../../../../src/types.ts';
import { generatedId, generatedSkeleton } from './generated-session.ts';
import { RowPages } from './row-pages.ts';
import { readSkeleton, type Skeleton } from './skeleton.ts';

let skeleton: Skeleton;
let requested: number[];
let failing: number;
let pages: RowPages;

beforeEach(async () => {
  skeleton = await readSkeleton(generatedSkeleton(20_000));
  requested = [];
  failing = 0;
  pages = new RowPages(answer);
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('texts of visible rows are loaded after scrolling stops, a page at a time', async () => {
  await see(0, 40);
  expect(requested).toEqual([0]);
  expect(pages.row(skeleton, 39)).toMatchObject({ seq: skeleton.seq[39], summary: 'step 39' });
  await see(250, 260);
  expect(requested).toEqual([0, 256]);
});

test('scrolling past rows does not load them', async () => {
  await see(0, 40);
  for (let row = 1_000; row < 9_000; row += 500) {
    pages.requestVisible([[skeleton, row]]);
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(100);
  expect(requested).toEqual([0, Math.floor(8_500 / 256) * 256]);
});

test('the number of cached pages is bounded, the least recently used go first', async () => {
  await see(0, 1);
  for (let page = 1; page <= 60; page++) {
    await see(page * 256, page * 256 + 1);
    // Used repeatedly.
    expect(pages.row(skeleton, 0)).toBeDefined();
  }
  expect(pages.row(skeleton, 256)).toBeUndefined();
  expect(pages.row(skeleton, 60 * 256)).toBeDefined();
});

test('subscribers are notified some time after a failed request, so that they request it again', async () => {
  failing = 1;
  const listener = vi.fn<() => void>();
  pages.subscribe(listener);
  await see(0, 1);
  expect(pages.row(skeleton, 0)).toBeUndefined();
  const before = listener.mock.calls.length;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(listener.mock.calls.length).toBeGreaterThan(before);
  await see(0, 1);
  expect(pages.row(skeleton, 0)).toBeDefined();
});

test('when a session has grown, only its last page is loaded again', async () => {
  await see(0, 1);
  await see(600, 601);
  pages.invalidate(skeleton.session.uid, 520);
  expect(pages.row(skeleton, 0)).toBeDefined();
  expect(pages.row(skeleton, 600)).toBeUndefined();
});

async function see(from: number, to: number): Promise<void> {
  pages.requestVisible(Array.from({ length: to - from }, (_, row) => [skeleton, from + row] as const));
  await vi.advanceTimersByTimeAsync(100);
}

async function answer(
  uid: SessionUid,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<RowsAnswer> {
  const first = after === 0 ? 0 : (after - 1) / 3 + 1;
  requested.push(first);
  if (failing-- > 0) throw new Error('unreachable');
  return {
    rows: Array.from({ length: limit }, (_, row) => ({
      id: generatedId(uid, first + row),
      seq: 1 + 3 * (first + row),
      summary: `step ${first + row}`,
    })),
    next: null,
  };
}
