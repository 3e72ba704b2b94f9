import { oneLine } from '../../text/safe-text.ts';
import { fit } from '../../text/width.ts';
import type { RenderContext } from '../render-context.ts';

/** The first text, and the others by similarity to it, most similar first. */
export function renderEmbed(
  texts: readonly string[],
  vectors: readonly Float32Array[],
  { ink, columns }: RenderContext,
): string {
  const [first, ...others] = texts;
  const rows = others
    .map((text, at) => ({ text, alike: cosine(vectors[0]!, vectors[at + 1]!) }))
    .toSorted((a, b) => b.alike - a.alike)
    .map(({ text, alike }) => `${ink.dim(alike.toFixed(2).padStart(6))}  ${fit(oneLine(text), columns - 8)}\n`);
  return `${ink.bold(fit(oneLine(first!), columns))}\n${rows.join('')}`;
}

function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * other[at]!, 0);
}
