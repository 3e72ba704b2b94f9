import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sources } from '../../src/sources/all-sources.ts';
import { fixtureCases } from '../../src/sources/fixtures.ts';

export interface Capture {
  readonly source: string;
  readonly scenario: string;
}

/** The captures that differ for a store, in a folder. */
export function putDifferingCaptures(folder: string): void {
  for (const capture of differingCaptures()) put(folder, capture);
}

/**
 * Those of the newest captures that a store has not seen the like of: each brings a step or a cause of a sort that none
 * before it has, or a session that ended or came from another as none of that agent did. What else keeps captures
 * apart, such as words and tools, is for readers, and all the same to a store.
 */
export function differingCaptures(): readonly Capture[] {
  const known = new Set<string>();
  return newestCaptures().filter((capture) => {
    const sorts = sortsIn(capture);
    const differs = sorts.some((sort) => !known.has(sort));
    for (const sort of sorts) known.add(sort);
    return differs;
  });
}

/** From what test/ingest/views.test.ts says becomes of it: its lines without words and numbers. */
function sortsIn({ source, scenario }: Capture): readonly string[] {
  const view = readFileSync(join(folderOf(source), 'views', `${scenario}.txt`), 'utf8');
  const step = /^ {3}[A-Z]+\d+ +(?<failed>!?) *(?<what>\(\w+\)|\w+\/\w+)/;
  return view.split('\n').map((line) => {
    const causes = Array.from(line.matchAll(/ ← (\w+)/g), ([, type]) => type);
    const { failed = '', what = '' } = step.exec(line)?.groups ?? {};
    const [, relation = '', outcome = ''] = /, (\w+) of |; (\w+)$/.exec(line) ?? [];
    return (what === '' ? [source, relation, outcome] : [failed, what, ...causes]).join(' ');
  });
}

function newestCaptures(): readonly Capture[] {
  return sources.flatMap(({ name: source }) =>
    newestCases(join(folderOf(source), 'fixtures')).map((scenario) => ({ source, scenario })),
  );
}

function put(folder: string, { source, scenario }: Capture): void {
  mkdirSync(join(folder, source), { recursive: true });
  cpSync(join(folderOf(source), 'fixtures', scenario), join(folder, source, scenario), { recursive: true });
  rmSync(join(folder, source, scenario, 'expected.txt'), { force: true });
}

function folderOf(source: string): string {
  return join(import.meta.dirname, '../../src/sources', source);
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
