/**
 * Adds the letters of a word to the dimensions from `start` on: the whole word and its runs of four, each at a hashed
 * place. This makes texts alike that share a name the table does not know, or names with similar letters.
 */
export function addLetters(word: string, vector: Float32Array, start: number, weight: number): void {
  const room = vector.length - start;
  put(hashOf(word, 0, word.length), weight);
  const runs = word.length - run + 1;
  if (runs < 2) return;
  const share = (weight * 0.5) / Math.sqrt(runs);
  for (let from = 0; from < runs; from++) put(hashOf(word, from, from + run), share);

  function put(hash: number, amount: number): void {
    vector[start + (hash % room)]! += hash & 0x4000_0000 ? amount : -amount;
  }
}

const run = 4;

export function hashOf(word: string, from: number, to: number): number {
  let hash = 0x811c_9dc5 ^ (to - from);
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}
