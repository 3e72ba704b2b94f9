import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureCases, type OwnFile, ownFiles, readLines } from './fixtures.ts';
import { sources } from './all-sources.ts';
import { renderReadings } from './render-readings.ts';
import type { Source } from './source.ts';

// <source>/fixtures/<case>/ holds the files of one story and, in expected.txt, what stemma must read from them.
// After an intended change run `npm run golden`, then read the diff as carefully as code.
describe.each(sources)('$title reads', (source) => {
  const folder = join(import.meta.dirname, source.name, 'fixtures');

  test.each(fixtureCases(folder))('%s', async (name) => {
    const files = await ownFiles(source, join(folder, name));
    const text = files.map((file) => readingsOf(source, file)).join('\n');
    // Where a session worked may be where its file lies.
    const moved = text.replaceAll(join(folder, name), '<fixture>');
    await expect(moved).toMatchFileSnapshot(join(folder, name, 'expected.txt'));
  });
});

function readingsOf(source: Source, file: OwnFile): string {
  const identity = source.identify(file.peek);
  return renderReadings(file.name, identity, readLines(source, identity, file.records));
}
