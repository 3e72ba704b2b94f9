// npm run train:embedding: makes assets/embedding/words.bin anew. README.md tells from what and how.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { embedWith } from '../../src/memory/embed/embed.ts';
import { learned, writeTable } from '../../src/memory/embed/table.ts';
import { removeCommon } from './common.ts';
import { contrast } from './contrast.ts';
import { fetchSource } from './fetch.ts';
import { Gathering } from './gather.ts';
import { vectorsFromNeighbours } from './neighbours.ts';
import { quantise } from './quantise.ts';
import { readSource } from './read/read-source.ts';
import { score } from './score.ts';
import type { PairKind } from './sink.ts';
import { textSources } from './sources.ts';
import { makeVocabulary } from './vocabulary.ts';
import { weighByRarity } from './weigh.ts';

const words = 12_000;
const window = 6;
/** How often a pair is shown in a round, by how it was found. */
const weights: Readonly<Record<PairKind, number>> = {
  error: 4,
  message: 2,
  told: 1,
  term: 1,
  heading: 1,
  symbol: 0.3,
  next: 0.1,
  meaning: 0.2,
};
const course = { rounds: 3, batch: 256, temperature: 0.07, rate: 0.05, hideShared: 0.5, ofOneSource: 0, seed: 5 };
const common = 4;

const cache = process.env['STEMMA_TRAINING_TEXT'] ?? join(tmpdir(), 'stemma-training-text');
const target = join(import.meta.dirname, '../../assets/embedding/words.bin');
const began = performance.now();

const gathered = new Gathering();
for (const [at, source] of textSources.entries()) {
  gathered.source = at;
  readSource(source, fetchSource(source, cache, say), gathered);
}
say(`${gathered.texts.length} texts, ${gathered.pairs.length} pairs from ${textSources.length} packages`);

const vocabulary = makeVocabulary(gathered.texts, gathered.pairs, words);
const vectors = vectorsFromNeighbours(vocabulary.texts, vocabulary.words.length, learned, window, say);
weighByRarity(vectors, learned, vocabulary.counts);
contrast(
  vectors,
  learned,
  vocabulary.pairs.map((pair) => ({ ...pair, weight: weights[pair.kind] })),
  course,
  say,
);
removeCommon(vectors, learned, vocabulary.pairs, common);

const table = quantise(vocabulary.words, vocabulary.counts, vectors);
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, writeTable(vocabulary.words, table));

const { groups } = JSON.parse(readFileSync(join(import.meta.dirname, 'paraphrases.json'), 'utf8')) as {
  groups: readonly (readonly string[])[];
};
for (const [name, own] of [
  ['tuned on', 0],
  ['judged by', 1],
] as const) {
  const asked = groups.filter((_, at) => at % 2 === own);
  const { first, reciprocal } = score(asked, groups.filter((_, at) => at % 2 !== own).flat(), (text) =>
    embedWith(table, text),
  );
  say(`${name}: ${first.toFixed(3)} first, ${reciprocal.toFixed(3)} reciprocal rank`);
}

function say(text: string): void {
  console.error(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`);
}
