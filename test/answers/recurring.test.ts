import { describe, expect, test } from 'vitest';
import { identitiesOf } from '../../eval/identities.ts';
import { measureRecurring } from '../../eval/recurring.ts';
import { quill } from '../../src/testing/quill.ts';
import type { Story } from '../../src/testing/write-stories.ts';
import { storeWithStories } from '../../src/testing/store-with-stories.ts';

const names = (output: string): readonly string[] => identitiesOf({ output, repo: 'shop' }).map(({ name }) => name);

describe('two outputs are the same error by', () => {
  test.each([
    ['the test that failed', ' FAIL  src/a.test.ts > adds up 12ms', ' FAIL  src/a.test.ts > adds up 99ms'],
    [
      'a code and its names',
      "/a/x.ts(1,2): error TS2304: Cannot find name 'frob'.",
      "/b/y.ts(9,9): error TS2304: Cannot find name 'frob'.",
    ],
    ['what is missing', '(eval):1: command not found: rg', 'sh: line 3: rg: command not found'],
    [
      'a sentence',
      'File content (1483KB) exceeds maximum allowed size',
      'File content (12KB) exceeds maximum allowed size',
    ],
  ])('%s', (_, one, other) => {
    expect(names(one)).toEqual(names(other));
    expect(names(one)).toHaveLength(1);
  });

  test('nothing that only counts or says that something failed', () => {
    expect(names('error: script "test" exited with code 1\n3 tests failed')).toEqual([]);
  });
});

test('an error that comes again in another session counts, and finds its earlier self', async () => {
  const failing = (name: string, began: string, output: string): Story => ({
    name,
    began,
    repo: 'shop',
    events: [
      { id: 'ask', t: 'prompt', text: 'go' },
      { id: 'run', t: 'call', tool: 'sh', input: { cmd: 'make' }, summary: 'make', failed: true, turn: 'ask' },
      { id: 'red', t: 'result', call: 'run', output, failed: true },
    ],
  });
  await using store = await storeWithStories(
    failing('one', '2026-01-01T00:00:00Z', 'error: the frobnicator did not start on port 1234'),
    failing('two', '2026-01-02T00:00:00Z', 'error: something else is invalid altogether'),
    failing('three', '2026-01-03T00:00:00Z', 'error: the frobnicator did not start on port 99'),
  );
  expect(await measureRecurring(store.read, [quill])).toMatchObject({
    queries: 1,
    first: 1,
    distinct: 1,
    newestFirst: 0,
    missed: [],
  });
});
