// npm run eval:pairs: how often an error is the nearest of all to the same error in other words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withModel } from '../src/ask/similar/failure-index.ts';
import { embed } from '../src/memory/embed/embed.ts';
import { loadEncoder } from '../src/memory/embed/model/sentence-encoder.ts';

const { values } = parseArgs({ options: { model: { type: 'string' }, help: { type: 'boolean', default: false } } });
if (values.help) {
  process.stdout.write(`npm run eval:pairs -- [--model FOLDER]

Scores the bundled table, and an added model and both together, on two sets of tools/embedding: reworded.json, the same
error as another program, version or person says it, and pairs.json, what a developer types who forgot its words.
FOLDER is where \`stemma model add\` put the model.
`);
} else {
  const encoder = values.model === undefined ? undefined : loadEncoder(values.model);
  for (const set of ['reworded', 'pairs']) {
    const { pairs } = JSON.parse(readFileSync(join(import.meta.dirname, `../tools/embedding/${set}.json`), 'utf8')) as {
      readonly pairs: readonly (readonly [ecosystem: string, error: string, reworded: string])[];
    };
    const errors = pairs.map(([, error]) => error);
    const typed = pairs.map(([, , reworded]) => reworded);
    const table = likeness(typed.map(embed), errors.map(embed));
    print(`${set}, table`, table, pairs.length);
    if (!encoder) continue;
    const model = likeness(encoder.embed(typed), encoder.embed(errors));
    print(`${set}, model`, model, pairs.length);
    print(`${set}, both`, (query, error) => withModel(table(query, error), model(query, error)), pairs.length);
  }
}

function print(name: string, alike: Likeness, count: number): void {
  const places = Array.from({ length: count }, (_, at) => at);
  const ranks = places.map((query) => places.filter((error) => alike(query, error) >= alike(query, query)).length);
  for (const [half, remainder] of [
    ['even', 0],
    ['odd', 1],
  ] as const) {
    const own = ranks.filter((_, at) => at % 2 === remainder);
    const first = own.filter((rank) => rank === 1).length / own.length;
    const reciprocal = own.reduce((sum, rank) => sum + 1 / rank, 0) / own.length;
    process.stdout.write(
      `${name.padEnd(16)} ${half.padEnd(5)} ${own.length} of ${count}  first ${first.toFixed(3)}  MRR ${reciprocal.toFixed(3)}\n`,
    );
  }
}

/** How alike a typed text and an error are, by their places. */
type Likeness = (query: number, error: number) => number;

function likeness(queries: readonly Float32Array[], errors: readonly Float32Array[]): Likeness {
  return (query, error) => queries[query]!.reduce((sum, value, at) => sum + value * errors[error]![at]!, 0);
}
