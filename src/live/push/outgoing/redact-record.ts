import { endOfObject } from '../../../platform/parse-records.ts';
import { redact, redactJson } from '../../../platform/redact.ts';

/**
 * A record, or a whole document, without secrets. JSON stays JSON: it is parsed, redacted and written again only if it
 * holds a secret; every other text comes back as it is.
 */
export function redactRecord(text: string): string {
  const value = parsed(text);
  return value === undefined ? (redactSeveral(text) ?? redact(text)) : redactValue(text, value.of);
}

/** How many secrets were replaced. */
export function countRedacted(before: string, after: string): number {
  return before === after ? 0 : Math.max(1, marksIn(after) - marksIn(before));
}

function redactValue(text: string, value: unknown): string {
  const redacted = redactJson(value);
  const written = () => JSON.stringify(redacted, null, indentOf(text)) + (/\s+$/.exec(text)?.[0] ?? '');
  if (redacted !== value) return written();
  // A name that stands twice in an object is parsed once; the text holds both values.
  return isAsWritten(text, value) || redact(text) === text ? text : written();
}

function isAsWritten(text: string, value: unknown): boolean {
  return JSON.stringify(value) === text;
}

/** Several objects on one line, or one after another in a document. */
function redactSeveral(text: string): string | undefined {
  let redacted = '';
  let from = 0;
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', from)) {
    const end = endOfObject(text, start);
    const object = end === undefined ? undefined : text.slice(start, end);
    const value = object === undefined ? undefined : parsed(object);
    if (end === undefined || object === undefined || value === undefined) return undefined;
    redacted += redact(text.slice(from, start)) + redactValue(object, value.of);
    from = end;
  }
  return from === 0 ? undefined : redacted + redact(text.slice(from));
}

function parsed(text: string): { readonly of: unknown } | undefined {
  try {
    return { of: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Documents are mostly written with an indentation, and look the same afterwards. */
function indentOf(text: string): string | undefined {
  return /^\s*[[{]\r?\n([ \t]+)\S/.exec(text)?.[1];
}

function marksIn(text: string): number {
  let marks = 0;
  for (let at = text.indexOf('[redacted:'); at >= 0; at = text.indexOf('[redacted:', at + 1)) marks++;
  return marks;
}
