/** A stretch of text to be replaced by `[redacted:<kind>]`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/**
 * One way to recognize a secret. The scan looks for `words` and calls `look` at each; `look` returns what to redact. It
 * may read only a bounded stretch around the word, or what it then redacts: that keeps redaction linear.
 */
export interface Rule {
  readonly words: readonly string[];
  look(text: string, start: number, end: number): Span | undefined;
}

/**
 * Whether a word may begin at `at`, not in the middle of another. It may follow an escape, whose last letter is not part
 * of it: `\n` in a JSON string, `%3D` in a query, a colour of a terminal.
 */
export function beginsWord(text: string, at: number): boolean {
  if (at === 0 || !isWordCode(text.charCodeAt(at - 1))) return true;
  if (text.charCodeAt(at - 2) === backslash) return 'nrtbf'.includes(text[at - 1]!);
  if (text.charCodeAt(at - 3) === percent) return /^[2-7][0-9A-Fa-f]$/.test(text.slice(at - 2, at));
  if (text[at - 1] === 'm' && colour.test(text.slice(Math.max(0, at - 24), at))) return true;
  return (
    text.charCodeAt(at - 6) === backslash && text[at - 5] === 'u' && /^[0-9a-fA-F]{4}$/.test(text.slice(at - 4, at))
  );
}

export function isWordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}

const backslash = 92;
const percent = 37;
/** The sign itself, or as JSON, shells and source code write it. */
const colour = /(?:\x1b|\\(?:u001b|x1b|033|e))\[[\d;]{0,12}m$/i;

/** A value that only stands for a secret: `<token>`, `$TOKEN`, `xxxx`, `[redacted:…]`, `your-key-here`. */
export function isPlaceholder(value: string): boolean {
  return placeholder.test(value) || placeholderEnd.test(value);
}

const placeholder =
  /^(?:$|[<$%{[(@#]|[xX*.•…_?-]+$|\.\.\.|(?:[a-z]{1,8}[-_])?xxxx|your|redacted|masked|hidden|placeholder|insert|replace)/i;
const placeholderEnd = /(?:[-_]here|\.\.\.|…|\*{3}|x{8})$/i;

/** Random enough that nobody would have chosen it as a name. */
export function looksRandom(value: string, minLength: number): boolean {
  return (
    value.length >= minLength &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    /^[\w+/=.~:|%!-]+$/.test(value) &&
    !isOrdinaryName(value)
  );
}

/** Paths, hosts, versions, ids of code: mixed too, but names. */
function isOrdinaryName(value: string): boolean {
  if (/^0x[0-9a-fA-F]{40}$/.test(value)) return true;
  if (/^(?:\.{0,2}|~|[A-Za-z]:)[\\/]/.test(value) && !isDense(value)) return true;
  if (/^https?:|^v?\d+(?:\.\d+)+/.test(value)) return true;
  // Words with numbers between separators, such as `user-token-v2` or `src/auth/token2.ts`.
  return (
    value.split(/[-_./:]/).every((part) => /^[A-Za-z]{0,16}\d{0,4}[A-Za-z]{0,8}$/.test(part)) && /[-_./:]/.test(value)
  );
}

/** Upper and lower case and digits all mixed, hardly a separator: keys in base64, even when they begin with a slash. */
function isDense(value: string): boolean {
  return (
    value.length >= 32 &&
    /\d/.test(value) &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    value.split(/[/.]/).length <= 4
  );
}
