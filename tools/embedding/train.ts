// npm run train:embedding: makes assets/embedding/words.bin anew. README.md tells from what and how.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { embedWith } from '../../src/memory/embed/embed.ts';
import { learned, writeTable } from '../../src/memory/embed/table.ts';
import { wordsOf } from '../../src/memory/embed/words.ts';
import { fetchSource } from './fetch.ts';
import { Gathering } from './gather.ts';
import { quantise } from './quantise.ts';
import { readSource } from './read/read-source.ts';
import { refine } from './refine.ts';
import { score } from './score.ts';
import { textSources } from './sources.ts';

const cache = process.env['STEMMA_TRAINING_TEXT'] ?? join(tmpdir(), 'stemma-training-text');
const teacher = process.env['STEMMA_TRAINING_TEACHER'];
if (!teacher)
  throw new Error('STEMMA_TRAINING_TEACHER names no folder with the teacher: see tools/embedding/README.md.');
const python = process.env['STEMMA_TRAINING_PYTHON'] ?? 'python3';
const target = join(import.meta.dirname, '../../assets/embedding/words.bin');
const began = performance.now();

const gathered = new Gathering();
for (const [at, source] of textSources.entries()) {
  gathered.source = at;
  readSource(source, fetchSource(source, cache, say), gathered);
}
say(`${gathered.texts.length} texts, ${gathered.pairs.length} pairs from ${textSources.length} packages`);

const folder = join(cache, 'gathered');
mkdirSync(folder, { recursive: true });
writeLines(
  'texts.jsonl',
  gathered.texts.map(({ source, text }) => () => [source, text, spoken(text)]),
);
writeLines(
  'pairs.jsonl',
  gathered.pairs.map(({ kind, source, one, other }) => () => [kind, source, one, other, spoken(one), spoken(other)]),
);
execFileSync(python, [join(import.meta.dirname, 'distil/distil.py'), folder, teacher, String(learned)], {
  stdio: ['ignore', 'ignore', 'inherit'],
});

const { words, counts } = JSON.parse(readFileSync(join(folder, 'vocabulary.json'), 'utf8')) as {
  words: readonly string[];
  counts: readonly number[];
};
const bytes = readFileSync(join(folder, 'vectors.f32'));
const vectors = new Float32Array(new Uint8Array(bytes).buffer);
const table = refine(quantise(words, counts, vectors));
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, writeTable(table));

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

/** Line by line: all of it together is longer than a string may be. */
function writeLines(name: string, rows: readonly (() => unknown)[]): void {
  const file = openSync(join(folder, name), 'w');
  for (let from = 0; from < rows.length; from += 10_000)
    writeSync(
      file,
      rows
        .slice(from, from + 10_000)
        .map((row) => `${JSON.stringify(row())}\n`)
        .join(''),
    );
  closeSync(file);
}

function spoken(text: string): string {
  return wordsOf(text).join(' ');
}

function say(text: string): void {
  console.error(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`);
}
