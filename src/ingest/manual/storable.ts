import type { ErrorContext } from '../../model/chain.ts';
import { clean } from '../../normalise/text/clean.ts';
import { cut, flat, plain } from '../../normalise/text/one-line.ts';
import { redact } from '../../platform/redact.ts';

/** A text on one line, without secrets. */
export function storableLine(text: string): string {
  return flat(clean(text.trimStart()), longestLine);
}

/** Code, a stack, a patch: its lines stay. Redacted before it is cut, for half a key is still a key. */
export function storableText(text: string): string {
  return cut(redact(plain(text.slice(0, longestRead))), longestText);
}

export function storableContext(context: ErrorContext): string | null {
  const { file, line, code, stack, reproduction } = context;
  const kept: ErrorContext = {
    ...(file !== undefined && { file: storableLine(file) }),
    ...(line !== undefined && { line }),
    ...(code !== undefined && { code: storableText(code) }),
    ...(stack !== undefined && { stack: storableText(stack) }),
    ...(reproduction !== undefined && { reproduction: storableText(reproduction) }),
  };
  return Object.keys(kept).length === 0 ? null : JSON.stringify(kept);
}

const longestLine = 800;
const longestText = 8_000;
const longestRead = 64_000;
