import { keyOf } from '../../model/ids.ts';
import { embed } from './embed.ts';
import { packVector } from './vectors.ts';

/**
 * Names the embedding by what it makes of a sentence: vectors of another one, or of another version of this one, must
 * not be compared with its own.
 */
export function embeddingName(): string {
  return String(keyOf(packVector(embed('cannot read the file of this name')).join(' ')));
}
