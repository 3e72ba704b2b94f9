import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * The parts of docs/quality.md, in their order; each is written by a command of its own and leaves the others alone.
 */
const parts = ['labels', 'advice', 'recurring', 'resume', 'cost'] as const;
export type Part = (typeof parts)[number];

export function writePart(file: string, part: Part, text: string): void {
  const written = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const all = parts
    .map((name) => (name === part ? text : partOf(written, name)).trim())
    .map((body, at) => (body === '' ? '' : `${mark(parts[at]!)}\n${body}\n`));
  writeFileSync(file, all.filter((body) => body !== '').join('\n'));
}

/** A part as it is written now; empty when it is not. */
export function partOf(written: string, name: Part): string {
  const from = written.indexOf(mark(name));
  if (from < 0) return '';
  const ends = parts.map((other) => written.indexOf(mark(other), from + 1)).filter((at) => at > from);
  return written.slice(from + mark(name).length, Math.min(written.length, ...ends));
}

function mark(name: Part): string {
  return `<!-- part: ${name} -->`;
}
