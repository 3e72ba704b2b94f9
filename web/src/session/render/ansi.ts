/** Terminal output in one style. */
export interface Styled {
  readonly text: string;
  readonly colour: Colour | null;
  readonly bold: boolean;
  readonly faint: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
}

/** The eight colours of a terminal, as colours of the page. */
export const colours = ['ink', 'rubric', 'verdigris', 'ochre', 'lapis', 'murex', 'teal', 'plain'] as const;
export type Colour = (typeof colours)[number];

type Style = Omit<Styled, 'text'>;
const plain: Style = { colour: null, bold: false, faint: false, italic: false, underline: false };

/* CSI sequences; strings such as titles and links (OSC, DCS, PM, APC, SOS) up to their end; any other escape. */
const escapes =
  /\x1b\[([0-9;:?<=>]*)[ -/]*([@-~])|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?|\x9b[0-9;:?]*[@-~]/g;
/* Characters that move the cursor, ring the bell or change the text direction. */
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Terminal output as styled text: colours are kept, other escapes are dropped. A line that was overwritten is shown as
 * it was at the end.
 */
export function parseAnsi(output: string): readonly Styled[] {
  const stretches: Styled[] = [];
  let style = plain;
  let at = 0;
  const add = (text: string): void => {
    const clean = text.replace(controls, '');
    if (clean === '') return;
    const last = stretches.at(-1);
    if (last && sameStyle(last, style)) stretches[stretches.length - 1] = { ...last, text: last.text + clean };
    else stretches.push({ ...style, text: clean });
  };
  const text = settled(output);
  for (const match of text.matchAll(escapes)) {
    add(text.slice(at, match.index));
    at = match.index + match[0].length;
    if (match[2] === 'm') style = restyled(style, match[1]!);
  }
  add(text.slice(at));
  return stretches;
}

/** Text without escapes, where colours do not apply. */
export function plainText(output: string): string {
  return output.replace(escapes, '').replace(controls, '');
}

function settled(output: string): string {
  const lines = output.replaceAll('\r\n', '\n');
  if (!lines.includes('\r')) return lines;
  return lines
    .split('\n')
    .map((line) => line.replace(/\r+$/, '').split('\r').at(-1)!)
    .join('\n');
}

function restyled(was: Style, params: string): Style {
  const codes = params.split(/[;:]/).map(Number);
  let style = was;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!;
    if (code === 0) style = plain;
    else if (code === 1) style = { ...style, bold: true };
    else if (code === 2) style = { ...style, faint: true };
    else if (code === 3) style = { ...style, italic: true };
    else if (code === 4) style = { ...style, underline: true };
    else if (code === 22) style = { ...style, bold: false, faint: false };
    else if (code === 23) style = { ...style, italic: false };
    else if (code === 24) style = { ...style, underline: false };
    else if (code === 39) style = { ...style, colour: null };
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97))
      style = { ...style, colour: colours[code % 10]! };
    else if (code === 38 || code === 48) {
      const [colour, used] = extended(codes.slice(at + 1));
      if (code === 38) style = { ...style, colour };
      at += used;
    }
  }
  return style;
}

/** `5;n` and `2;r;g;b`, as the nearest of the eight colours. */
function extended([kind, ...rest]: readonly number[]): readonly [Colour | null, number] {
  if (kind === 2) return [nearest(rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0), 4];
  if (kind !== 5) return [null, 1];
  const index = rest[0] ?? 0;
  if (index < 16) return [colours[index % 8]!, 2];
  if (index >= 232) return [index < 244 ? 'ink' : 'plain', 2];
  const cube = index - 16;
  return [nearest(Math.floor(cube / 36) * 51, (Math.floor(cube / 6) % 6) * 51, (cube % 6) * 51), 2];
}

function nearest(red: number, green: number, blue: number): Colour {
  const max = Math.max(red, green, blue);
  if (max - Math.min(red, green, blue) < 40) return max < 110 ? 'ink' : 'plain';
  const bits = Number(red > max * 0.6) + 2 * Number(green > max * 0.6) + 4 * Number(blue > max * 0.6);
  return colours[bits]!;
}

function sameStyle(a: Style, b: Style): boolean {
  return (
    a.colour === b.colour &&
    a.bold === b.bold &&
    a.faint === b.faint &&
    a.italic === b.italic &&
    a.underline === b.underline
  );
}
