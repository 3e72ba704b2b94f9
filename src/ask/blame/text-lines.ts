/** A text as blame compares it: by lines, without what stands invisibly at their ends. */
export function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n').map((line) => line.trimEnd());
  // What ends with a newline has no line behind it.
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/**
 * How much a line says: its letters and digits. `}` says nothing, `return;` hardly more, and anybody may have written
 * them.
 */
export function weightOf(line: string): number {
  let weight = 0;
  for (let at = 0; at < line.length && weight < enough; at++) if (isWord(line.charCodeAt(at))) weight += 1;
  return weight;
}

// Counting goes no further than anyone asks.
const enough = 100;

/** Letters, digits, and everything beyond ASCII. */
export function isWord(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code >= 128
  );
}

/** As git does: a NUL byte marks a file as binary. */
export function isText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 8000).includes(0);
}
