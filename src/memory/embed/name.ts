import { keyOf } from '../../model/ids.ts';
import { embed } from './embed.ts';
import { packVector } from './vectors.ts';

/**
 * Identifies the embedding by its vector of one sentence: vectors of another embedding or version must not be compared
 * with its own.
 */
export function embeddingName(): string {
  return String(keyOf(packVector(embed('cannot read the file of this name')).join(' ')));
}
