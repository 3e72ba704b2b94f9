/** Columns a terminal gives to the text: wide characters (CJK, emoji) take two, combining marks none. */
export function width(text: string): number {
  if (plain.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += columnsOf(character.codePointAt(0)!);
  return columns;
}

/** The text within so many columns, cut with … where it is longer. */
export function fit(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (width(text) <= columns) return text;
  let cut = '';
  let used = 0;
  for (const character of text) {
    used += columnsOf(character.codePointAt(0)!);
    if (used > columns - 1) break;
    cut += character;
  }
  return `${cut}…`;
}

/** The same, cut in the middle: both ends of a long id are needed to recognise it. */
export function fitMiddle(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  const end = Math.floor((columns - 1) / 2);
  const characters = [...text];
  let tail = '';
  while (characters.length > 0 && width(characters.at(-1)! + tail) <= end) tail = characters.pop()! + tail;
  return `${fit(text, columns - width(tail))}${tail}`;
}

/** Exactly so many columns: cut or filled up. */
export function column(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  const cut = fit(text, columns);
  const space = ' '.repeat(Math.max(0, columns - width(cut)));
  return align === 'left' ? cut + space : space + cut;
}

/** Lines of at most so many columns, broken at spaces where there are any; newlines stay. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(1, columns)));
}

function wrapLine(line: string, columns: number): string[] {
  if (width(line) <= columns) return [line];
  const lines: string[] = [];
  let current = '';
  let used = 0;
  for (const piece of line.split(/(?<= )/)) {
    const wide = width(piece.trimEnd());
    if (used > 0 && used + wide > columns) {
      lines.push(current.trimEnd());
      current = '';
      used = 0;
    }
    for (const character of piece) {
      const next = columnsOf(character.codePointAt(0)!);
      if (used + next > columns && character !== ' ') {
        lines.push(current.trimEnd());
        current = '';
        used = 0;
      }
      current += character;
      used += next;
    }
  }
  return current === '' ? lines : [...lines, current.trimEnd()];
}

const plain = /^[\x20-\x7e]*$/;

function columnsOf(code: number): number {
  if (code < 0x300) return 1;
  if (isCombining(code)) return 0;
  return isWide(code) ? 2 : 1;
}

function isCombining(code: number): boolean {
  return (
    (code >= 0x300 && code <= 0x36f) ||
    (code >= 0x483 && code <= 0x489) ||
    (code >= 0x591 && code <= 0x5bd) ||
    (code >= 0x610 && code <= 0x61a) ||
    (code >= 0x64b && code <= 0x65f) ||
    (code >= 0x1ab0 && code <= 0x1aff) ||
    (code >= 0x1dc0 && code <= 0x1dff) ||
    code === 0x200c ||
    code === 0x200d ||
    (code >= 0x20d0 && code <= 0x20ff) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    (code >= 0xfe20 && code <= 0xfe2f) ||
    (code >= 0xe0100 && code <= 0xe01ef)
  );
}

/** East Asian Wide and Fullwidth, and what terminals draw as emoji. */
function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    code === 0x231a ||
    code === 0x231b ||
    code === 0x2329 ||
    code === 0x232a ||
    (code >= 0x23e9 && code <= 0x23ec) ||
    code === 0x23f0 ||
    code === 0x23f3 ||
    code === 0x25fd ||
    code === 0x25fe ||
    code === 0x2614 ||
    code === 0x2615 ||
    (code >= 0x2648 && code <= 0x2653) ||
    code === 0x267f ||
    code === 0x2693 ||
    code === 0x26a1 ||
    code === 0x26aa ||
    code === 0x26ab ||
    code === 0x26bd ||
    code === 0x26be ||
    code === 0x26c4 ||
    code === 0x26c5 ||
    code === 0x26ce ||
    code === 0x26d4 ||
    code === 0x26ea ||
    code === 0x26f2 ||
    code === 0x26f3 ||
    code === 0x26f5 ||
    code === 0x26fa ||
    code === 0x26fd ||
    code === 0x2705 ||
    code === 0x270a ||
    code === 0x270b ||
    code === 0x2728 ||
    code === 0x274c ||
    code === 0x274e ||
    (code >= 0x2753 && code <= 0x2755) ||
    code === 0x2757 ||
    (code >= 0x2795 && code <= 0x2797) ||
    code === 0x27b0 ||
    code === 0x27bf ||
    code === 0x2b1b ||
    code === 0x2b1c ||
    code === 0x2b50 ||
    code === 0x2b55 ||
    (code >= 0x2e80 && code <= 0x303e) ||
    (code >= 0x3041 && code <= 0x33ff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xa000 && code <= 0xa4cf) ||
    (code >= 0xa960 && code <= 0xa97f) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f004 && code <= 0x1f0cf) ||
    (code >= 0x1f18e && code <= 0x1f19a) ||
    (code >= 0x1f200 && code <= 0x1f64f) ||
    (code >= 0x1f680 && code <= 0x1f6ff) ||
    (code >= 0x1f7e0 && code <= 0x1f7f0) ||
    (code >= 0x1f900 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  );
}
