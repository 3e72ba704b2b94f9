// npm run eval:pairs: how often an error is the nearest of all to what a developer would type for it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { embed } from '../src/memory/embed/embed.ts';
import { loadEncoder } from '../src/memory/embed/model/sentence-encoder.ts';

const { values } = parseArgs({ options: { model: { type: 'string' }, help: { type: 'boolean', default: false } } });
if (values.help) {
  process.stdout.write(`npm run eval:pairs -- [--model FOLDER]

Scores the bundled table on tools/embedding/pairs.json, and an added model and both together:
FOLDER is where \`stemma model add\` put it.
`);
} else {
  const { pairs } = JSON.parse(readFileSync(join(import.meta.dirname, '../tools/embedding/pairs.json'), 'utf8')) as {
    readonly pairs: readonly (readonly [ecosystem: string, error: string, reworded: string])[];
  };
  const errors = pairs.map(([, error]) => error);
  const typed = pairs.map(([, , reworded]) => reworded);
  const table = likeness(typed.map(embed), errors.map(embed));
  print('table', table);
  if (values.model !== undefined) {
    const encoder = loadEncoder(values.model);
    const model = likeness(encoder.embed(typed), encoder.embed(errors));
    print('model', model);
    // As `similar` uses them (decision 048).
    print('mean of both', (query, error) => (table(query, error) + model(query, error)) / 2);
  }

  function print(name: string, alike: Likeness): void {
    const ranks = typed.map(
      (_, query) => errors.filter((_error, at) => alike(query, at) >= alike(query, query)).length,
    );
    for (const [half, remainder] of [
      ['even', 0],
      ['odd', 1],
    ] as const) {
      const own = ranks.filter((_, at) => at % 2 === remainder);
      const first = own.filter((rank) => rank === 1).length / own.length;
      const reciprocal = own.reduce((sum, rank) => sum + 1 / rank, 0) / own.length;
      process.stdout.write(
        `${name.padEnd(14)} ${half.padEnd(5)} ${own.length} of ${errors.length}  first ${first.toFixed(3)}  MRR ${reciprocal.toFixed(3)}\n`,
      );
    }
  }
}

/** How alike a typed text and an error are, by their places. */
type Likeness = (query: number, error: number) => number;

function likeness(queries: readonly Float32Array[], errors: readonly Float32Array[]): Likeness {
  return (query, error) => queries[query]!.reduce((sum, value, at) => sum + value * errors[error]![at]!, 0);
}
