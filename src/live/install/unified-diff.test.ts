import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

test('a difference reads as people know it', () => {
  expect(unifiedDiff('a.json', '{\n  "a": 1\n}', '{\n  "a": 1,\n  "b": 2\n}')).toBe(
    '--- a.json\n+++ a.json\n@@ -1,3 +1,4 @@\n {\n-  "a": 1\n+  "a": 1,\n+  "b": 2\n }\n\\ No newline at end of file\n',
  );
  expect(unifiedDiff('a', 'same\n', 'same\n')).toBe('');
});

test('git can apply it, whatever changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-diff-'));
  const lines = fc
    .array(fc.constantFrom('a', 'b', 'c', '{', '}', '  x'), { minLength: 1, maxLength: 30 })
    .map((all) => `${all.join('\n')}\n`);
  try {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        fc.pre(before !== after);
        writeFileSync(join(folder, 'f'), before);
        execFileSync('git', ['apply', '-p0', '--unidiff-zero', '-'], {
          cwd: folder,
          input: unifiedDiff('f', before, after),
        });
        expect(readFileSync(join(folder, 'f'), 'utf8')).toBe(after);
      }),
      { numRuns: 40 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
