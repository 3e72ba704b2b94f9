import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFiles, ownFiles, readLines } from '../fixtures.ts';
import { amp } from './index.ts';

const folder = join(import.meta.dirname, 'fixtures', 'by-hand-thread');

test('a call that was rejected is denied, one with an exit code has failed', async () => {
  const files = await ownFiles(amp, folder);
  const results = files
    .flatMap((file) => readLines(amp, amp.identify(file.peek), file.records))
    .flatMap((reading) => reading.drafts ?? [])
    .flatMap(({ what }) => (what.is === 'result' ? [what.status] : []));
  expect(results).toEqual(['ok', 'failed', 'denied']);
});

test('a thread keeps its id when its file is moved, and names its main thread', () => {
  const [main, sub] = fixtureFiles(folder).map(({ peek }) => amp.identify({ ...peek, path: '/tmp/thread.json' }));
  expect(main?.session).toBe('amp:T-019b9d03-62e3-772f-9780-3e637f90eaec');
  expect(sub).toMatchObject({ root: main?.session, parent: { uid: main?.session, relation: 'subagent' } });
});
