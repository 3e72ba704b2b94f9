import { oneLine } from '../text/safe-text.ts';
import type { Ink } from '../text/ink.ts';
import { wrap } from '../text/width.ts';

/** What a renderer knows of where it writes. */
export interface RenderContext {
  readonly ink: Ink;
  readonly columns: number;
  /** Milliseconds; for "today". */
  readonly now: number;
  /** The session's working directory: paths are shown relative to it. */
  readonly cwd?: string | null;
  /** Steps of another day than this (`2026-03-02`) show their date. */
  readonly day?: string;
}

/** A summary with the paths of its session made short: they are most of what there is to read, and begin all alike. */
export function shortPaths(summary: string, { cwd }: Pick<RenderContext, 'cwd'>): string {
  const text = oneLine(summary);
  if (!cwd) return fromHome(text);
  const folder = cwd.replace(/\/+$/, '');
  return fromHome(text.replaceAll(`${folder}/`, '')).replaceAll(`${fromHome(folder)}/`, '');
}

/** Whose machine it was is nobody's business, and no reader needs it. */
function fromHome(text: string): string {
  return text.replaceAll(/(?<![\w.~/-])\/(?:home|Users)\/[^/\s'"`:]+(?=\/|$)/g, '~');
}

/** An answer that is a sentence. */
export function sentence(words: string, { columns }: RenderContext): string {
  return wrap(words, columns)
    .map((line) => `${line}\n`)
    .join('');
}

/** Words below an answer, such as how to see more of it. */
export function footer(words: string, { ink, columns }: RenderContext): string {
  return wrap(words, columns)
    .map((line) => `${ink.dim(line)}\n`)
    .join('');
}
