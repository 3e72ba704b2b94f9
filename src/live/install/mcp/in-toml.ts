import { UnexpectedShape } from '../merge-hooks.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * The settings with a table of this server at their end, where a table always may stand; nothing before it changes by a byte. Of TOML we understand
 * only what begins a table: a server that is written any other way is the person's own, and is left alone.
 */
export function withTable(text: string, under: string, name: string, entry: Entry): string {
  const table = tableText(under, name, entry, newlineIn(text));
  const without = withoutTable(text, under, name);
  if (text.includes(table) && text.replace(table, '') === without) return text;
  refuseOtherSpellings(without, under, name);
  const newline = newlineIn(text);
  const gap = without === '' ? '' : without.endsWith('\n') ? newline : newline + newline;
  return `${without}${gap}${table}`;
}

/** The settings without it: from its header to the next one, with the empty lines before it. */
export function withoutTable(text: string, under: string, name: string): string {
  const lines = text.split('\n');
  const header = lines.findIndex((line) => isHeaderOf(line, under, name));
  if (header < 0) return text;
  let end = header + 1;
  while (end < lines.length && !(isHeader(lines[end]!) && !isHeaderBelow(lines[end]!, under, name))) end += 1;
  // Comments and empty lines before the next header are about that.
  while (end < lines.length && end > header + 1 && /^\s*(?:#.*)?$/.test(lines[end - 1]!)) end -= 1;
  let start = header;
  if (start > 0 && lines[start - 1]!.trim() === '') start -= 1;
  const rest = [...lines.slice(0, start), ...lines.slice(end)].join('\n');
  return end >= lines.length && start > 0 && start < header ? `${rest}\n` : rest;
}

/** Whether there is a table of it. */
export function hasTable(text: string, under: string, name: string): boolean {
  return text.split('\n').some((line) => isHeaderOf(line, under, name));
}

function tableText(under: string, name: string, entry: Entry, newline: string): string {
  return [`[${under}.${name}]`, ...Object.entries(entry).map(([key, value]) => `${key} = ${valueText(value)}`), ''].join(newline);
}

/** JSON's strings, numbers and truth are TOML's too, but for characters that JSON may leave as they are. */
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

function refuseOtherSpellings(text: string, under: string, name: string): void {
  const inline = new RegExp(String.raw`^\s*${under}\s*(?:=|\.\s*["']?${name}["']?\s*[.=])`, 'm');
  const inTable = new RegExp(String.raw`^\s*\[\s*${under}\s*\]`, 'm').test(text) && new RegExp(String.raw`^\s*["']?${name}["']?\s*[.=]`, 'm').test(text);
  if (inline.test(text) || inTable) throw new UnexpectedShape(`"${under}" in it is not written as tables`);
}

function newlineIn(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
