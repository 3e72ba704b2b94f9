/** Text without terminal colours, control characters and characters that reorder or hide others; line ends stay. */
export function plain(text: string): string {
  return hidden.test(text) ? text.replace(escapes, '').replace(controls, '') : text;
}

/** At most so many characters on one line; what is left out is marked. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = length - 1;
  // Not between the halves of one character.
  if (isHighHalf(text.charCodeAt(end - 1))) end--;
  return `${text.slice(0, end).trimEnd()}…`;
}

/**
 * White space of any kind as single spaces. Of a long text perhaps only the beginning, but at least `enough`
 * characters.
 */
export function flat(text: string, enough: number): string {
  if (text.length > 2 * enough) {
    const start = flatten(text.slice(0, 2 * enough));
    if (start.length > enough) return start;
  }
  return flatten(text);
}

function flatten(text: string): string {
  // Single spaces between words, most of all white space, are not touched. `[^\\S ]` would be equivalent, and half as
  // fast.
  return text.replace(/[\t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]\s*| \s+/g, ' ').trim();
}

/** The first significant line: not empty, not a fence, a rule or a lone tag. */
export function firstLine(text: string): string {
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end).replace(lineNumber, '').trim();
    if (informative.test(line) && !empty.test(line)) return line;
    at = end + 1;
  }
  return '';
}

// Tools that read files number their lines.
const lineNumber = /^\s*\d+(?:→|\t)/;
const informative = /[\p{L}\p{N}]/u;
const empty = /^(?:```.*|<\/?[\w-]+>|---+.*---+)$/;
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;
const escapes =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[ -/]*[0-~])/g;
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

function isHighHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
