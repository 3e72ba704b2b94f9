import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownModels } from './builds.ts';
import { findModelFiles } from './find-model-files.ts';
import { cosine, unpacked } from './fixtures/unpacked.ts';
import { sentenceEncoder } from './sentence-encoder.ts';
import { readVocabulary } from './vocabulary.ts';

const place = process.env['STEMMA_MINILM'];
const references = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/vectors.json'), 'utf8')) as {
  text: string;
  vector: string;
}[];

test.runIf(place)('all-MiniLM-L6-v2 gives the vectors that it gives in sentence-transformers', () => {
  const { weights, words } = findModelFiles(place!);
  const encoder = sentenceEncoder(weights, readVocabulary(words.name, words.text));
  // The file in floats is rounded by us, the other one by somebody else.
  const threshold = weights.length > 50_000_000 ? 0.99 : 0.97;
  const vectors = encoder.embed(references.map(({ text }) => text));
  const cosines = references.map(({ vector }, at) => cosine(vectors[at]!, unpacked(vector)));
  expect(Math.min(...cosines)).toBeGreaterThan(threshold);
  for (const pair of knownModels[0]!.pairs) {
    const [one, other] = encoder.embed(pair.texts);
    expect(cosine(one!, other!)).toBeCloseTo(pair.cosine, 1);
  }
});

test.skipIf(place)('skipped: STEMMA_MINILM names no folder, ZIP archive or file with all-MiniLM-L6-v2', (context) => {
  context.skip('set STEMMA_MINILM to compare the real model with its reference vectors');
});
