import { expect, test } from 'vitest';
import { manualMarks } from './manual-marks.ts';

test.each<readonly [string, string | null, readonly string[]]>([
  ['run npm install', null, ['run npm install']],
  ['$ git checkout -- a.ts', null, ['run git checkout']],
  ['cleared the cache with `npm cache clean --force` and ran `npm ci`', null, ['run npm cache clean', 'run npm ci']],
  ['renamed `sum` to `total`', null, []],
  ['wait for the promise', null, []],
  [
    'guard',
    '--- a/src/a.ts\n+++ b/src/a.ts\n@@\n+x\n--- /dev/null\n+++ b/src/b.ts',
    ['edit src/a.ts', 'edit src/b.ts'],
  ],
  ['remove', '--- a/src/a.ts\n+++ /dev/null', []],
])('%s: its marks are those of a mined attempt, where the text is clear', (action, changes, marks) => {
  expect(manualMarks(action, changes)).toEqual(marks);
});
