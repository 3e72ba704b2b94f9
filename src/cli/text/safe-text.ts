/**
 * Makes text of a transcript safe to print: a transcript is hostile input, and a terminal obeys what it reads.
 * Escape sequences are removed, other control characters are shown as symbols (␀ …), text direction cannot be
 * reversed. Newlines and tabs stay.
 */
export function safeText(text: string): string {
  if (!suspicious.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(sequences, '').replace(controls, picture).toWellFormed();
}

/** Safe text on one line, with white space collapsed. */
export function oneLine(text: string): string {
  return safeText(text.replace(/\s+/g, ' ')).trim();
}

// Terminal strings (title, link …) up to their end, then control sequences, then short escapes. No part can run past
// the next escape, so matching is linear for any text; Node's own expression backtracks and is quadratic.
const sequences =
  /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;
// C0 without tab and newline, DEL, C1; marks that reorder text or have no width; line separators; halves of pairs.
const controls = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
const suspicious =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]/;

function picture(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return '\ufffd';
}
