const long = 200;
const before = 60;

/** Whether any of the words typed is in the text. */
export function matches(text: string, typed: string): boolean {
  return firstMatch(text, typed) >= 0;
}

/** At most 200 characters of the text around the first word typed, in one line. */
export function around(text: string, typed: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= long) return flat;
  const at = Math.max(0, firstMatch(flat, typed));
  const from = at <= before ? 0 : wordStart(flat, at - before);
  const cut = flat.slice(from, from + long).toWellFormed();
  return `${from > 0 ? '…' : ''}${cut}${from + long < flat.length ? '…' : ''}`;
}

function firstMatch(text: string, typed: string): number {
  const low = text.toLowerCase();
  const found = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean)
    .map((word) => low.indexOf(word));
  return found.reduce((first, at) => (at >= 0 && (first < 0 || at < first) ? at : first), -1);
}

function wordStart(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space >= 0 && space < at + 20 ? space + 1 : at;
}
