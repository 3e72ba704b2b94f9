/** Colours or plain text: renderers take an Ink and do not care where their output goes. */
export interface Ink {
  readonly isColoured: boolean;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  /** The mark of a failure, visible with and without colour. */
  readonly failed: string;
}

export const noInk: Ink = {
  isColoured: false,
  bold: plain,
  dim: plain,
  red: plain,
  green: plain,
  yellow: plain,
  cyan: plain,
  failed: '!',
};

export const colourInk: Ink = {
  isColoured: true,
  bold: between(1, 22),
  dim: between(2, 22),
  red: between(31, 39),
  green: between(32, 39),
  yellow: between(33, 39),
  cyan: between(36, 39),
  failed: between(31, 39)('✗'),
};

function plain(text: string): string {
  return text;
}

function between(on: number, off: number): (text: string) => string {
  return (text) => (text === '' ? '' : `\x1b[${on}m${text}\x1b[${off}m`);
}
