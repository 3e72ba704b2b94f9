import type { ArrayNode, Element, Node, ObjectNode } from './parse-jsonc.ts';
import { parseJsonc, skipTrivia } from './parse-jsonc.ts';

/**
 * Adds something at the end of an object or a list. Every existing byte stays; new text follows the style of the file:
 * on lines of its own or within the line, with its indentation and line ends.
 */
export function added(text: string, to: ObjectNode | ArrayNode, value: unknown, key?: string): string {
  const last = to.children.at(-1);
  const close = to.end - 1;
  const place = lastWord(text, last ? (last.comma ?? last.end - 1) + 1 : to.start + 1, close);
  const style = styleOf(text, to);
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
  const trailing = last?.comma === undefined ? '' : ',';
  const rest = text.slice(place, close);

  let inserted: string;
  if (style.indent === undefined) {
    inserted = `${last ? ' ' : ''}${name}${JSON.stringify(value)}${trailing}`;
  } else {
    const body = JSON.stringify(value, null, style.unit).replaceAll('\n', style.newline + style.indent);
    const end = rest.includes('\n') ? '' : style.newline + indentOf(text, to.start);
    inserted = `${style.newline}${style.indent}${name}${body}${trailing}${end}`;
  }
  const needsComma = last !== undefined && last.comma === undefined;
  const before = needsComma ? `${text.slice(0, last.end)},${text.slice(last.end, place)}` : text.slice(0, place);
  // White space between empty brackets may be replaced.
  const after = style.indent !== undefined && !rest.includes('\n') ? text.slice(close) : text.slice(place);
  return `${before}${inserted}${after}`;
}

/** Removes one element of an object or a list, with its comma and white space. Comments stay. */
export function removed(text: string, from: ObjectNode | ArrayNode, child: Element): string {
  const tidy = without(text, from, child, whiteSpaceBefore(text, child.start));
  // Behind a comment that runs to the end of its line the white space was needed.
  return canBeParsed(tidy) ? tidy : without(text, from, child, child.start);
}

function without(text: string, from: ObjectNode | ArrayNode, child: Element, start: number): string {
  if (child.comma !== undefined)
    return text.slice(0, start) + text.slice(child.end, child.comma) + text.slice(child.comma + 1);
  const previous = from.children[(from.children as readonly Element[]).indexOf(child) - 1];
  if (previous?.comma !== undefined) {
    return text.slice(0, previous.comma) + text.slice(previous.comma + 1, start) + text.slice(child.end);
  }
  const isBare =
    text.slice(from.start + 1, child.start).trim() === '' && text.slice(child.end, from.end - 1).trim() === '';
  return isBare
    ? text.slice(0, from.start + 1) + text.slice(from.end - 1)
    : text.slice(0, start) + text.slice(child.end);
}

function canBeParsed(text: string): boolean {
  try {
    return Boolean(parseJsonc(text));
  } catch {
    return false;
  }
}

interface Style {
  /** Of a child on a line of its own; undefined when children stand within the line. */
  readonly indent: string | undefined;
  readonly unit: string;
  readonly newline: string;
}

function styleOf(text: string, node: ObjectNode | ArrayNode): Style {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = unitOf(text);
  const [first] = node.children;
  if (!first) {
    const isSpread = text.slice(node.start, node.end).includes('\n') || isWrittenInLines(text);
    return { indent: isSpread ? indentOf(text, node.start) + unit : undefined, unit, newline };
  }
  const between = [text.slice(node.start, first.start), text.slice(node.children.at(-1)!.end, node.end)];
  if (!between.some((part) => part.includes('\n'))) return { indent: undefined, unit, newline };
  const isOnItsLine = text.slice(lineStart(text, first.start), first.start).trim() === '';
  return { indent: isOnItsLine ? indentOf(text, first.start) : indentOf(text, node.start) + unit, unit, newline };
}

/** A document on one line stays on one line; an empty one starts with lines. */
function isWrittenInLines(text: string): boolean {
  const root = parseJsonc(text);
  if (root.kind === 'scalar' || root.children.length === 0) return true;
  return text.slice(root.start, root.children[0]!.start).includes('\n');
}

/** One level of indentation: the first one found, else two spaces. */
function unitOf(text: string): string {
  const root: Node = parseJsonc(text);
  const [first] = root.kind === 'scalar' ? [] : root.children;
  const indent = first && text.slice(root.start, first.start).includes('\n') ? indentOf(text, first.start) : '';
  return /^(\t+| {1,10})$/.test(indent) ? indent : '  ';
}

function indentOf(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at), at))![0];
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** Behind the last comment before `end`, or `from` where there is none. */
function lastWord(text: string, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const blank = /^[ \t\r\n]*/.exec(text.slice(at, end))![0].length;
    if (at + blank >= end) break;
    const rest = text.slice(0, end);
    const next = rest.startsWith('//', at + blank) ? lineEnd(rest, at + blank) : skipComment(rest, at + blank);
    if (next <= at) break;
    at = next;
  }
  return at;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end < 0) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

function skipComment(text: string, at: number): number {
  return text.startsWith('/*', at) ? text.indexOf('*/', at) + 2 : skipTrivia(text, at);
}

function whiteSpaceBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && ' \t\r\n'.includes(text[start - 1]!)) start -= 1;
  return start;
}
