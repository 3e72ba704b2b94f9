import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBert } from './bert.ts';
import { readBertWeights } from './bert-weights.ts';
import { cosine, unpacked } from './fixtures/unpacked.ts';
import { writeOnnxBert, writtenBert } from '../../../testing/onnx-bert.ts';

const folder = join(import.meta.dirname, 'fixtures');
const { cases } = JSON.parse(readFileSync(join(folder, 'tiny.json'), 'utf8')) as {
  cases: { tokens: number[]; floats: string; rounded: string }[];
};
const tiny = readFileSync(join(folder, 'tiny.onnx'));

test('a file that onnxruntime rounded gives the vectors that onnxruntime gets from the floats', () => {
  const bert = makeBert(readBertWeights(tiny));
  expect(bert).toMatchObject({ dimensions: 64, maxTokens: 48 });
  for (const { tokens, floats, rounded } of cases) {
    const [vector] = bert.embed([tokens]);
    expect(cosine(vector!, unpacked(floats))).toBeGreaterThan(0.999);
    // Both round; ours keeps more of what goes from layer to layer.
    expect(cosine(vector!, unpacked(floats))).toBeGreaterThan(cosine(unpacked(rounded), unpacked(floats)));
  }
});

test('texts that are embedded together do not see each other', () => {
  const bert = makeBert(readBertWeights(tiny));
  const texts = cases.map(({ tokens }) => tokens);
  const alone = texts.map((text) => bert.embed([text])[0]!);
  expect(bert.embed(texts)).toEqual(alone);
  // More than fit one pass.
  const many = Array.from({ length: 100 }, () => texts).flat();
  expect(bert.embed(many).slice(-texts.length)).toEqual(alone);
  expect(bert.embed([])).toEqual([]);
});

test('weights in floats, in signed and in unsigned integers are the same model', () => {
  const parts = writtenBert({ words: 30, width: 32, wide: 64, layers: 2 });
  const tokens = [3, 1, 4, 1, 5, 9, 2, 6];
  const [floats, signed, unsigned] = (['floats', 'signed', 'unsigned'] as const).map(
    (kind) => makeBert(readBertWeights(writeOnnxBert(parts, kind))).embed([tokens])[0]!,
  );
  expect(cosine(floats!, signed!)).toBeGreaterThan(0.999);
  expect(cosine(floats!, unsigned!)).toBeGreaterThan(0.99);
});

test('what is no BERT encoder is refused with what is missing', () => {
  expect(() => readBertWeights(Buffer.from('not a model at all'))).toThrow(/ends in the middle|not known|no BERT/);
  expect(() => readBertWeights(tiny.subarray(0, 60_000))).toThrow('ends in the middle');
  expect(() => readBertWeights(new Uint8Array(0))).toThrow('has no embeddings.word_embeddings.weight');
});
