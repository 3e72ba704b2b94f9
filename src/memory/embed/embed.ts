import { addLetters } from './letters.ts';
import { learned, loadTable } from './table.ts';
import type { Table } from './table.ts';
import { nameMark, wordsOf } from './words.ts';

/** Of every vector stemma keeps or compares. */
export const dimensions = 384;

/**
 * The meaning of a text as a direction: texts about the same thing point the same way, whatever their words. Unit
 * length, so that the product of two vectors is their cosine; all zero for a text without words. No model, no network:
 * the sum of learned vectors of words and word pairs and of letters. Do not modify the result: it is cached.
 */
export function embed(text: string): Float32Array {
  const known = remembered.get(text);
  if (known) {
    // Inserted again, it is the newest; the oldest is evicted first.
    remembered.delete(text);
    remembered.set(text, known);
    return known;
  }
  const vector = embedWith(loadTable(), text);
  if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value!);
  remembered.set(text, vector);
  return vector;
}

/** 1.5 KB each. Errors recur, and comparing batches embeds the same texts again. */
const maxRemembered = 2000;
const remembered = new Map<string, Float32Array>();

/** The same with a table that is still being trained. */
export function embedWith({ places, rows, scales, rarities }: Table, text: string): Float32Array {
  const vector = new Float32Array(dimensions);
  const words = wordsOf(text);
  const found = new Set<number>();
  for (const word of new Set(words)) {
    const place = places.get(word) ?? places.get(singular(word));
    if (place === undefined) addLetters(word, vector, learned, word.startsWith(nameMark) ? named : unseen);
    else {
      found.add(place);
      addLetters(word, vector, learned, (seen * rarities[place]!) / 255);
    }
  }
  for (let at = 1; at < words.length; at++) {
    const place = places.get(`${words[at - 1]!} ${words[at]!}`);
    if (place !== undefined) found.add(place);
  }
  for (const place of found) {
    const scale = scales[place]!;
    const row = place * learned;
    for (let at = 0; at < learned; at++) vector[at]! += scale * rows[row + at]!;
  }
  let square = 0;
  for (let at = 0; at < dimensions; at++) square += vector[at]! * vector[at]!;
  if (square > 0) {
    const factor = 1 / Math.sqrt(square);
    for (let at = 0; at < dimensions; at++) vector[at]! *= factor;
  }
  return vector;
}

/**
 * The weight of a word's letters beside its learned vector; the vector of an informative word has a length of about 1.
 */
const unseen = 0.5;
const seen = 0.15;
const named = 0.2;

function singular(word: string): string {
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
