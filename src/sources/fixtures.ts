import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Identity, Json, Peek, Reading, Source } from './source.ts';

/** A file below `fixtures/<case>/` that a source may recognise. */
export interface FixtureFile {
  /** Path below the case's folder, with forward slashes. */
  readonly name: string;
  readonly path: string;
  readonly lines: readonly string[];
  readonly peek: Peek;
}

/** The cases of a folder of fixtures, in order; none when there is no such folder. */
export function fixtureCases(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .sort();
}

/** Every file of one case except the expectation itself. */
export function fixtureFiles(caseFolder: string): readonly FixtureFile[] {
  return readdirSync(caseFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'expected.txt')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => {
      const text = readFileSync(path, 'utf8');
      return { name: relative(caseFolder, path).replaceAll('\\', '/'), path, lines: wholeLines(text), peek: peekAt(path, text) };
    });
}

/** The whole lines of a text; a last line without newline is still being written and left out. */
export function wholeLines(text: string): readonly string[] {
  return text.split('\n').slice(0, -1);
}

/** The two ends of a text as ingest would show them to a source. */
export function peekAt(path: string, text: string): Peek {
  const size = 64 * 1024;
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const head = text.slice(0, size);
  const headEnd = head.lastIndexOf('\n') + 1;
  const lastLine = whole.lastIndexOf('\n', whole.length - 2) + 1;
  const from = whole.length <= size ? 0 : Math.min(lastLine, whole.indexOf('\n', whole.length - size - 1) + 1);
  return { path, head: headEnd > 0 ? head.slice(0, headEnd) : head, tail: whole.slice(from) };
}

/** Reads lines with one reader after another, changing readers before each of the given line indexes. */
export function readLines(source: Source, identity: Identity, lines: readonly string[], cuts: ReadonlySet<number> = new Set()): readonly Reading[] {
  let reader = source.reader(identity);
  return lines.map((text, index) => {
    if (cuts.has(index)) reader = source.reader(identity, JSON.parse(JSON.stringify(reader.state())) as Json);
    return reader.line({ text, number: index + 1 });
  });
}
