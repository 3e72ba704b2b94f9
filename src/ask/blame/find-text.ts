import { onlyPlaces } from '../compare/align.ts';
import { isWord, weightOf } from './text-lines.ts';

/** A file as it is asked about, ready to be searched for what edits wrote. */
export interface Wanted {
  readonly lines: readonly string[];
  /** Where each line stands, -1 when in several places; the same for two and for three lines in a row. */
  readonly only: readonly ReadonlyMap<string, number>[];
  readonly whole: string;
  readonly starts: readonly number[];
}

/** A line of a text, found in the file. */
export interface Found {
  readonly line: number;
  /** Which line of the text. */
  readonly at: number;
  /** The file's line holds more than the text wrote. */
  readonly isPart: boolean;
}

/**
 * Letters and digits that nobody else is likely to have written the same: a call with its argument, an import, half a
 * sentence.
 */
export const distinct = 10;

export function wanted(lines: readonly string[]): Wanted {
  const starts: number[] = [];
  let start = 0;
  for (const line of lines) {
    starts.push(start);
    start += line.length + 1;
  }
  return { lines, only: rows.map((count) => onlyPlaces(inRows(lines, count))), whole: lines.join('\n'), starts };
}

/** What is known to have happened to a text since it was written. */
export interface Since {
  /** The file's line was put in later. */
  isLater(line: number): boolean;
  /** A line like this was taken out later. */
  isGone(text: string): boolean;
}

/**
 * Where in the file the text stands: as a whole, or by the runs of its lines that are still there. Each run holds
 * something that the file has only once and that says enough; what is short or common is found beside it, never by
 * itself.
 */
export function findText(file: Wanted, text: readonly string[], since: Since = nothing): readonly Found[] {
  if (text.length === 0) return [];
  return findWhole(file, text) ?? findRuns(file, text, since);
}

const nothing: Since = { isLater: () => false, isGone: () => false };

const rows = [1, 2, 3];

/** Each line joined with those after it, so many together. */
function inRows(lines: readonly string[], count: number): readonly string[] {
  if (count === 1) return lines;
  return lines.slice(0, Math.max(0, lines.length - count + 1)).map((_, at) => lines.slice(at, at + count).join('\n'));
}

/** The text in one place and no other, also when it begins or ends inside a line. */
function findWhole({ whole, lines, starts }: Wanted, text: readonly string[]): readonly Found[] | undefined {
  const words = text.join('\n');
  if (weightOf(words) < distinct) return undefined;
  const from = whole.indexOf(words);
  if (from < 0 || whole.includes(words, from + 1)) return undefined;
  const to = from + words.length;
  if (cutsWord(whole, from) || cutsWord(whole, to)) return undefined;
  const first = lineAt(starts, from);
  return text.map((_, at) => {
    const line = first + at;
    const begins = at > 0 || starts[line] === from;
    const ends = at < text.length - 1 || starts[line]! + lines[line]!.length === to;
    return { line, at, isPart: !begins || !ends };
  });
}

function cutsWord(whole: string, at: number): boolean {
  return at > 0 && at < whole.length && isWord(whole.charCodeAt(at - 1)) && isWord(whole.charCodeAt(at));
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  for (let high = starts.length - 1; low < high;) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function findRuns({ lines, only }: Wanted, text: readonly string[], { isLater, isGone }: Since): readonly Found[] {
  const found: Found[] = [];
  const isUsed = new Uint8Array(text.length);
  const isTaken = new Set<number>();
  const add = (line: number, at: number): boolean => {
    if (at < 0 || at >= text.length || isUsed[at] || isTaken.has(line) || lines[line] !== text[at]) return false;
    isUsed[at] = 1;
    isTaken.add(line);
    found.push({ line, at, isPart: false });
    return true;
  };
  /** From what was found on, up or down, over what was put in or taken out since. */
  const goOn = (from: Found, step: 1 | -1): void => {
    let line = from.line + step;
    for (let at = from.at + step; at >= 0 && at < text.length && line >= 0 && line < lines.length;) {
      if (add(line, at)) at += step;
      else if (!isLater(line)) {
        if (!isGone(text[at]!)) return;
        at += step;
        continue;
      }
      line += step;
    }
  };
  for (const [index, count] of rows.entries()) {
    const once = onlyPlaces(inRows(text, count));
    for (const [row, at] of once) {
      if (at < 0 || isUsed[at] || weightOf(row) < distinct) continue;
      const line = only[index]!.get(row);
      if (line === undefined || line < 0 || !add(line, at)) continue;
      const anchor = found.at(-1)!;
      goOn(anchor, 1);
      goOn(anchor, -1);
    }
  }
  return found;
}
