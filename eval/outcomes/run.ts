// STORE=PATH node eval/outcomes/run.ts [--why]: how often the outcome of a digest is what a person says who has read the
// session, for each set of labels, and how often `success` for all would be. The store is one into which the public
// sessions were ingested. drawn.tsv: drawn with draw.ts and read before any comparison, its sets named by the seed of
// the draw (31a and 31b are halves). labels.tsv (drawn by agent) and by-outcome.tsv (drawn from what was found) were
// labelled when there was no `partial`: their readers had to call such a session something else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SessionUid } from '../../src/model/ids.ts';
import type { Outcome } from '../../src/model/words.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { outcomeOf } from './found.ts';
import { confusion, type Compared } from './table.ts';

const { values } = parseArgs({ options: { why: { type: 'boolean', default: false } } });
const path = process.env['STORE'];
if (path === undefined) throw new Error('STORE names no store.');
await using store = await openSqlite(path, { mode: 'read' });

for (const file of ['drawn.tsv', 'labels.tsv', 'by-outcome.tsv']) {
  const labels = readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t') as [SessionUid, Outcome, string?]);
  for (const [set, own] of Map.groupBy(labels, ([, , each]) => each)) {
    print(`## ${file}${set === undefined ? '' : `, ${set}`}`);
    await compare(own);
  }
}

async function compare(labels: readonly (readonly [SessionUid, Outcome, string?])[]): Promise<void> {
  const compared: Compared[] = [];
  for (const [name, label] of labels) {
    const outcome = await outcomeOf(store.read, name);
    if (!outcome) continue;
    compared.push({ name, label, found: outcome.what });
    if (outcome.what !== label)
      print(`${name}: ${label}, found ${outcome.what}${values.why ? ` (${outcome.reason})` : ''}`);
  }
  print(confusion(compared));
  print(`always success: ${compared.filter(({ label }) => label === 'success').length} of ${compared.length}`);
  if (compared.length < labels.length) print(`${labels.length - compared.length} sessions are not in this store`);
  print('');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
