import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sources } from '../../src/sources/all-sources.ts';
import { fixtureCases } from '../../src/sources/fixtures.ts';

/** The newest captures of all sources, in a folder. */
export function putCaptures(folder: string): void {
  for (const { name } of sources) {
    const fixtures = join(import.meta.dirname, '../../src/sources', name, 'fixtures');
    for (const scenario of newestCases(fixtures)) {
      mkdirSync(join(folder, name), { recursive: true });
      cpSync(join(fixtures, scenario), join(folder, name, scenario), { recursive: true });
      rmSync(join(folder, name, scenario, 'expected.txt'), { force: true });
    }
  }
}

/**
 * The cases of a folder of fixtures; of a scenario that was recorded with several versions of an agent, the newest.
 * How versions differ is for the reader of that agent to know: golden.test.ts and registry.test.ts in src/sources and
 * test/ingest/views.test.ts read them all.
 */
export function newestCases(fixtures: string): readonly string[] {
  // Their names are `<version>-<scenario>`; of hooks `<agent>-<version>`, with the scenarios below.
  const inOrder = fixtureCases(fixtures).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const newest = new Map(inOrder.map((name) => [name.replace(/\d+(?:\.\d+)+/, ''), name]));
  return [...newest.values()].sort();
}
