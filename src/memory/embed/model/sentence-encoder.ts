import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBert } from './bert.ts';
import { readBertWeights } from './bert-weights.ts';
import { weightsFile, vocabularyFile } from './installed.ts';
import { readVocabulary } from './vocabulary.ts';
import { Tokenizer } from './tokenizer.ts';

/** Makes vectors of texts, in this thread. */
export interface SentenceEncoder {
  readonly dimensions: number;
  embed(texts: readonly string[]): Float32Array[];
}

export function sentenceEncoder(weights: Uint8Array, vocabulary: ReadonlyMap<string, number>): SentenceEncoder {
  const bert = makeBert(readBertWeights(weights));
  const pieces = new Tokenizer(vocabulary);
  return {
    dimensions: bert.dimensions,
    embed: (texts) => bert.embed(texts.map((text) => pieces.tokens(text, bert.maxTokens))),
  };
}

export function loadEncoder(folder: string): SentenceEncoder {
  const words = readFileSync(join(folder, vocabularyFile), 'utf8');
  return sentenceEncoder(readFileSync(join(folder, weightsFile)), readVocabulary(vocabularyFile, words));
}
