import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DocumentSplitter } from '../platform/files/split-document.ts';
import type { Identity, Json, Line, Peek, Reading, Source } from './source.ts';

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
      return {
        name: relative(caseFolder, path).replaceAll('\\', '/'),
        path,
        lines: wholeLines(text),
        peek: peekAt(path, text),
      };
    });
}

/** A file of a case that a source matches, or a session in one that is a container of it. */
export interface OwnFile {
  readonly name: string;
  readonly peek: Peek;
  readonly records: readonly Unread[];
}

export type Unread = Omit<Line, 'number'>;

/** What a source finds in one case, as ingest would. */
export async function ownFiles(source: Source, caseFolder: string): Promise<readonly OwnFile[]> {
  const own: OwnFile[] = [];
  for (const { name, path, peek } of fixtureFiles(caseFolder)) {
    if (source.container?.matches(peek)) own.push(...(await contained(source, name, path)));
    else if (source.matches(peek))
      own.push({ name, peek, records: recordsOf(source, peek, readFileSync(path, 'utf8')) });
  }
  return own;
}

async function contained({ container }: Source, name: string, path: string): Promise<OwnFile[]> {
  const own: OwnFile[] = [];
  for await (const inside of container!.list(path)) {
    const bytes = Buffer.concat(await Array.fromAsync(container!.bytes(inside.path, 0)));
    const text = bytes.toString();
    own.push({
      name: `${name}${inside.path.slice(path.length)}`,
      peek: peekAt(inside.path, text),
      records: wholeLines(text).map((line) => ({ text: line })),
    });
  }
  return own;
}

/** The lines of a file, or the records of a document, as its reader gets them. */
export function recordsOf(source: Source, peek: Peek, text: string): readonly Unread[] {
  const shape = source.document?.(peek);
  if (!shape) return wholeLines(text).map((line) => ({ text: line }));
  const splitter = new DocumentSplitter(shape.records);
  const records = [...splitter.push(Buffer.from(text))].map(({ bytes, within }) => ({
    text: bytes!.toString(),
    within: within!,
  }));
  const frame = splitter.frame()?.bytes?.toString();
  return frame === undefined ? records : [...records, { text: frame }];
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
export function readLines(
  source: Source,
  identity: Identity,
  lines: readonly (string | Unread)[],
  cuts: ReadonlySet<number> = new Set(),
): readonly Reading[] {
  let reader = source.reader(identity);
  return lines.map((line, index) => {
    if (cuts.has(index)) reader = source.reader(identity, JSON.parse(JSON.stringify(reader.state())) as Json);
    return reader.line({ ...(typeof line === 'string' ? { text: line } : line), number: index + 1 });
  });
}
