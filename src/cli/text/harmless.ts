/**
 * Text of a transcript, made safe to print: a transcript is hostile input, and a terminal obeys what it reads.
 * Escape sequences go, other control characters become their pictures (␀ …), text direction cannot be turned round.
 * Newlines and tabs stay.
 */
export function harmless(text: string): string {
  if (!suspicious.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(sequences, '').replace(controls, picture).toWellFormed();
}

/** The same in one line: any run of white space is one space. */
export function oneLine(text: string): string {
  return harmless(text.replace(/\s+/g, ' ')).trim();
}

// Strings for the terminal (title, link …) up to their end, then control sequences, then short escapes. No part can run
// over the next escape, so a text is read once however it is made;
// Node's own expression goes back over it and is quadratic.
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
