import { plain } from '../../normalise/text/one-line.ts';

/**
 * Text of a transcript in one line, for a picture: nothing that moves a cursor, turns the direction of text, hides,
 * or that XML does not allow. Each format escapes the rest for itself.
 */
export function oneLine(text: string): string {
  return safeText(text).replace(/\s+/g, ' ').trim();
}

/** The same with its lines kept, at most so many characters. */
export function manyLines(text: string, length: number): string {
  const shown = safeText(text.slice(0, 2 * length)).replace(/\r\n?|[\u2028\u2029]/g, '\n');
  if (shown.length <= length && text.length <= 2 * length) return shown;
  return `${shown.slice(0, length).toWellFormed()}\n… ${(text.length - Math.min(length, shown.length)).toLocaleString('en')} more characters`;
}

/** At most so many columns, cut with … where it is longer. Wide characters take two. */
export function fit(text: string, columns: number): string {
  let used = 0;
  let end = 0;
  let atCut = 0;
  for (const character of text) {
    used += columnsOf(character);
    if (used <= columns - 1) atCut = end + character.length;
    end += character.length;
    if (used > columns) return `${text.slice(0, atCut).trimEnd()}…`;
  }
  return text;
}

/** At most so many lines of so many columns, broken at spaces where there are any near the end. */
export function wrap(text: string, columns: number, lines: number): string[] {
  const wrapped: string[] = [];
  let rest = text;
  while (rest !== '' && wrapped.length < lines - 1) {
    const end = lineEnd(rest, columns);
    if (end === rest.length) break;
    wrapped.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? wrapped : [...wrapped, fit(rest, columns)];
}

/** Where to break: after a space or a slash in the last third of the line, else where it is full. */
function lineEnd(text: string, columns: number): number {
  let used = 0;
  let end = 0;
  let soft = 0;
  for (const character of text) {
    used += columnsOf(character);
    if (used > columns) return character === ' ' ? end : soft > 0 ? soft : end;
    end += character.length;
    if (used > (columns * 2) / 3 && (character === ' ' || character === '/')) soft = end;
  }
  return end;
}

function safeText(text: string): string {
  return plain(text).replace(unseen, '').toWellFormed();
}

// What `plain` leaves: marks of direction and annotation nobody sees, and what no XML document may hold.
const unseen = /[\u061c\u2061-\u206f\ufff9-\ufffb\ufffe\uffff]/g;

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const marks = /^\p{M}$/u;

function columnsOf(character: string): number {
  if (character < '\u0300') return 1;
  if (wide.test(character)) return 2;
  return marks.test(character) ? 0 : 1;
}
