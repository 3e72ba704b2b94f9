import type { ErrorContext } from '../../model/chain.ts';
import { clean } from '../../normalise/text/clean.ts';
import { cut, flat, plain } from '../../normalise/text/one-line.ts';
import { redact, redactJson } from '../../platform/redact.ts';

/** A text on one line, without secrets. */
export function storableLine(text: string): string {
  return flat(clean(text.trimStart()), longestLine);
}

/** Code, a stack, a patch: its lines stay. Redacted before it is cut, for half a key is still a key. */
export function storableText(text: string): string {
  return cut(redact(plain(text.slice(0, longestRead))), longestText);
}

/** As it was given, but for secrets. */
export function storableContext(context: ErrorContext): string {
  return JSON.stringify(redactJson(context));
}

const longestLine = 800;
const longestText = 8_000;
const longestRead = 64_000;
