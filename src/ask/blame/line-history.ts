import { align } from '../compare/align.ts';
import { addedIn } from './attribute.ts';
import type { Claimed } from './answer.ts';
import type { StepWriting } from './call-edits.ts';
import { distinct } from './find-text.ts';
import { weightOf } from './text-lines.ts';

/** One edit in the life of a line. */
export interface Past {
  readonly writing: StepWriting;
  /** Which line of its text. */
  readonly at: number;
  /** What it put that in the place of. */
  readonly replaced: readonly string[];
}

/**
 * The edit that wrote a line, then the one that wrote what it replaced, and so on back. `writings` are newest first.
 */
export function historyOf(claim: Claimed, writings: readonly StepWriting[]): readonly Past[] {
  const past: Past[] = [];
  for (let at = claim?.at ?? 0, next = claim?.writing; next && past.length < longest;) {
    const earlier = writings.slice(writings.indexOf(next) + 1).filter(({ path }) => path === next!.path);
    const { replaced, counterpart } = replacedBy(next, at, earlier);
    past.push({ writing: next, at, replaced });
    const before = counterpart === undefined ? undefined : writerOf(counterpart, earlier);
    next = before?.writing;
    at = before?.at ?? 0;
  }
  return past;
}

const longest = 50;

/** The lines that stood where this one was put, and the one among them that it came from. */
function replacedBy(
  writing: StepWriting,
  at: number,
  earlier: readonly StepWriting[],
): { readonly replaced: readonly string[]; readonly counterpart: string | undefined } {
  const old = writing.whole ? fileBefore(earlier) : writing.old;
  const pairs = align(old, writing.text);
  const before = pairs.findLast(({ b }) => b < at) ?? { a: -1, b: -1 };
  const after = pairs.find(({ b }) => b > at) ?? { a: old.length, b: writing.text.length };
  const replaced = old.slice(before.a + 1, after.a);
  return { replaced, counterpart: replaced[Math.min(at - before.b - 1, replaced.length - 1)] };
}

/** The file as it was last written whole, with the edits since as far as they fit; empty when nobody wrote it whole. */
function fileBefore(earlier: readonly StepWriting[]): readonly string[] {
  const whole = earlier.findIndex((writing) => writing.whole);
  if (whole < 0) return [];
  let text = earlier[whole]!.text.join('\n');
  for (const { old, text: written } of earlier.slice(0, whole).toReversed()) {
    const place = old.length === 0 ? -1 : text.indexOf(old.join('\n'));
    if (place >= 0) text = text.slice(0, place) + written.join('\n') + text.slice(place + old.join('\n').length);
  }
  return text.split('\n');
}

/**
 * The latest of these edits that put the line in, where a file written anew only repeats what it had before. Of a
 * line that anybody may have written nobody knows who did.
 */
function writerOf(
  line: string,
  earlier: readonly StepWriting[],
): { readonly writing: StepWriting; readonly at: number } | undefined {
  if (weightOf(line) < distinct) return undefined;
  let writer: { readonly writing: StepWriting; readonly at: number } | undefined;
  for (const writing of earlier) {
    const added = addedIn(writing);
    const at = writing.text.findIndex((text, index) => text === line && added.has(index));
    if (at >= 0) writer = { writing, at };
    const isSettled = at >= 0 ? !writing.whole : writing.whole || writing.old.includes(line);
    if (writer && isSettled) return writer;
  }
  return writer;
}
