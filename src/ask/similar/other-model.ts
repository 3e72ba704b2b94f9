import type { Endpoint } from '../../memory/embed/endpoint.ts';
import type { StemmaError } from '../../model/stemma-error.ts';
import { together, type Alike } from './failure-index.ts';

/** A model of somebody's own, asked how near in meaning the nearest failures are. */
export interface OtherModel {
  readonly name: string;
  /** All of one answer at once: vectors of two models, or of two versions of one, must not be compared. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Hears that it could not be asked; without a listener that is an error. */
  readonly onError: ((error: StemmaError) => void) | undefined;
}

export function otherModel(endpoint: Endpoint, onError?: (error: StemmaError) => void): OtherModel {
  return {
    name: endpoint.model,
    onError,
    embed: async (texts) => (await import('../../memory/embed/endpoint.ts')).embedAt(endpoint, texts),
  };
}

/**
 * The same failures as the model orders them. Question and archive are embedded by it now, so nothing it made is kept
 * and none of it grows old. Only its order counts: what one model calls half alike another calls nine tenths, and
 * what is near enough to be shown was measured with the table's figures. So the nearest by the model is as near as
 * the nearest by the table was, and so on down.
 */
export async function judgedBy(model: OtherModel, text: string, found: readonly Alike[]): Promise<readonly Alike[]> {
  if (found.length === 0) return found;
  const [question, ...vectors] = await model.embed([text, ...found.map((each) => each.text)]);
  const meanings = found.map(({ meaning }) => meaning).toSorted((a, b) => b - a);
  return found
    .map((each, at) => ({ each, cosine: product(question!, vectors[at]!) }))
    .toSorted((a, b) => b.cosine - a.cosine)
    .map(({ each }, place) => ({ ...each, meaning: meanings[place]!, alike: together(each.words, meanings[place]!) }));
}

function product(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * other[at]!, 0);
}
