import type { Ink } from '../../text/ink.ts';
import { column, width } from '../../text/width.ts';

/** Rows under headings, each column as wide as its widest text. */
export function linesOf(headings: readonly string[], rows: readonly (readonly string[])[], ink: Ink): string {
  const widths = headings.map((heading, at) => Math.max(width(heading), ...rows.map((row) => width(row[at]!))));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => column(cell, widths[at]!))
      .join('  ')
      .trimEnd();
  return `${[ink.dim(line(headings)), ...rows.map(line)].join('\n')}\n`;
}
