import { UnexpectedShape } from '../merge-hooks.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * The settings with a table for this server at the end, where a table is always allowed; nothing before it changes.
 * Only headers of tables are parsed: a server in any other notation belongs to the person.
 */
export function withTable(text: string, under: string, name: string, entry: Entry): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? newline : newline + newline;
  return (
    text +
    gap +
    [`[${under}.${name}]`, ...Object.entries(entry).map(([key, value]) => `${key} = ${valueText(value)}`), ''].join(
      newline,
    )
  );
}

/** The settings without it: from its header to the next one, with the empty line before it. */
export function withoutTable(text: string, under: string, name: string): string {
  const found = linesOf(text, under, name);
  if (!found) return text;
  const { lines, header, end } = found;
  const start = header > 0 && lines[header - 1]!.trim() === '' ? header - 1 : header;
  const rest = [...lines.slice(0, start), ...lines.slice(end)].join('\n');
  return end >= lines.length && start > 0 && start < header ? `${rest}\n` : rest;
}

/** The table with those below it, as it is written; undefined when there is none. */
export function tableIn(text: string, under: string, name: string): string | undefined {
  const found = linesOf(text, under, name);
  if (found) return found.lines.slice(found.header, found.end).join('\n');
  refuseOtherNotations(text, under, name);
  return undefined;
}

interface Found {
  readonly lines: readonly string[];
  readonly header: number;
  readonly end: number;
}

function linesOf(text: string, under: string, name: string): Found | undefined {
  const lines = text.split('\n');
  const isWithin = withinStrings(lines);
  const header = lines.findIndex((line, at) => !isWithin[at] && isHeaderOf(line, under, name));
  if (header < 0) return undefined;
  let end = header + 1;
  while (end < lines.length && (isWithin[end] || !isHeader(lines[end]!) || isHeaderBelow(lines[end]!, under, name)))
    end += 1;
  // Comments and empty lines before the next header belong to that one.
  while (end < lines.length && end > header + 1 && /^\s*(?:#.*)?$/.test(lines[end - 1]!)) end -= 1;
  return { lines, header, end };
}

/** Whether each line begins inside a multi-line string, where it must not be interpreted. */
function withinStrings(lines: readonly string[]): readonly boolean[] {
  let open: string | undefined;
  return lines.map((line) => {
    const isWithin = open !== undefined;
    for (const [mark] of line.matchAll(/"""|'''/g)) {
      if (open === undefined) open = mark;
      else if (open === mark) open = undefined;
    }
    return isWithin;
  });
}

/** JSON strings, numbers and booleans are valid TOML, except for some characters that JSON need not escape. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}

function isHeader(line: string): boolean {
  return /^\s*\[/.test(line);
}

function isHeaderOf(line: string, under: string, name: string): boolean {
  return new RegExp(String.raw`^\s*\[\s*${under}\s*\.\s*(?:${name}|"${name}"|'${name}')\s*\]\s*(?:#.*)?$`).test(line);
}

/** `[mcp_servers.stemma.env]` */
function isHeaderBelow(line: string, under: string, name: string): boolean {
  return new RegExp(String.raw`^\s*\[\s*${under}\s*\.\s*(?:${name}|"${name}"|'${name}')\s*\.`).test(line);
}

function refuseOtherNotations(text: string, under: string, name: string): void {
  const inline = new RegExp(String.raw`^\s*${under}\s*(?:=|\.\s*["']?${name}["']?\s*[.=])`, 'm');
  const inTable =
    new RegExp(String.raw`^\s*\[\s*${under}\s*\]`, 'm').test(text) &&
    new RegExp(String.raw`^\s*["']?${name}["']?\s*[.=]`, 'm').test(text);
  if (inline.test(text) || inTable) throw new UnexpectedShape(`"${under}" in it is not written as tables`);
}
