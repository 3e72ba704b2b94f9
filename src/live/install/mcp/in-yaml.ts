import { UnexpectedShape } from '../merge-hooks.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * The settings with this server first in its list, or with a new list at the end; every existing line stays. Only lists
 * with items on lines of their own are parsed.
 */
export function withItem(text: string, under: string, name: string, entry: Entry): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const { lines, key, first } = listOf(text, under);
  const indent = first === undefined ? '  ' : /^ */.exec(lines[first]!)![0];
  const item = [
    `${indent}- name: ${name}`,
    ...Object.entries(entry).map(([field, value]) => `${indent}  ${field}: ${JSON.stringify(value)}`),
  ];
  if (key >= 0) return lines.toSpliced(key + 1, 0, ...item.map((line) => line + newline.slice(0, -1))).join('\n');
  return `${text}${text === '' || text.endsWith('\n') ? '' : newline}${[`${under}:`, ...item, ''].join(newline)}`;
}

/** The settings without it; an empty list is removed too, unless it was there before us. */
export function withoutItem(text: string, under: string, name: string, before: string | undefined): string {
  const found = itemOf(text, under, name);
  if (!found) return text;
  const { lines, key, start, end, isAlone } = found;
  const wasThere = before !== undefined && listOf(before, under).key >= 0;
  return lines.toSpliced(isAlone && !wasThere ? key : start, end - (isAlone && !wasThere ? key : start)).join('\n');
}

/** The server's entry as it is written; undefined when it is not there. */
export function itemIn(text: string, under: string, name: string): string | undefined {
  const found = itemOf(text, under, name);
  return found?.lines.slice(found.start, found.end).join('\n');
}

interface List {
  readonly lines: readonly string[];
  /** The line of its name; -1 when there is none. */
  readonly key: number;
  /** The line of its first item. */
  readonly first: number | undefined;
  /** Behind its last line. */
  readonly end: number;
}

function listOf(text: string, under: string): List {
  const lines = text.split('\n');
  if (lines.some((line, at) => /^\.\.\.|^[{[]/.test(line) || (at > 0 && line.startsWith('---'))))
    throw new UnexpectedShape('it is not one document of lines');
  const key = lines.findIndex((line) => new RegExp(`^["']?${under}["']?\\s*:`).test(line));
  if (key < 0) return { lines, key, first: undefined, end: lines.length };
  if (!/:\s*(?:#.*)?$/.test(lines[key]!)) throw new UnexpectedShape(`"${under}" in it is not written in lines`);
  const behind = lines.findIndex((line, at) => at > key && /^[^\s#-]/.test(line));
  const end = behind < 0 ? lines.length : behind;
  const first = lines.findIndex((line, at) => at > key && at < end && isSaying(line));
  if (first >= 0 && !/^ *- /.test(lines[first]!)) throw new UnexpectedShape(`"${under}" in it is not a list`);
  return { lines, key, first: first < 0 ? undefined : first, end };
}

function itemOf(
  text: string,
  under: string,
  name: string,
): (List & { readonly start: number; readonly isAlone: boolean }) | undefined {
  const list = listOf(text, under);
  const { lines, first } = list;
  if (first === undefined) return undefined;
  const indent = /^ */.exec(lines[first]!)![0];
  const starts = lines.flatMap((line, at) =>
    at >= first && at < list.end && line.startsWith(`${indent}- `) ? [at] : [],
  );
  const named = new RegExp(`^${indent}(?:- |  )name: *["']?${name}["']? *(?:#.*)?\\r?$`);
  for (const [index, start] of starts.entries()) {
    let end = starts[index + 1] ?? list.end;
    // Comments and empty lines after an item belong to what follows.
    while (end > start + 1 && !isSaying(lines[end - 1]!)) end -= 1;
    if (lines.slice(start, end).some((line) => named.test(line)))
      return { ...list, start, end, isAlone: starts.length === 1 };
  }
  return undefined;
}

function isSaying(line: string): boolean {
  return !/^\s*(?:#.*)?$/.test(line);
}
