// STORE=PATH node eval/outcomes/run.ts [--by-outcome] [--why]: how often the outcome of a digest is what a person says
// who has read the session. The store is one into which the public sessions were ingested. labels.tsv: drawn at random,
// by agent; by-outcome.tsv: drawn from what was found, so that the rare ones are judged too. Both were labelled when
// there was no `partial`: their readers had to call such a session something else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SessionUid } from '../../src/model/ids.ts';
import type { Outcome } from '../../src/model/words.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { outcomeOf } from './found.ts';
import { confusion, type Compared } from './table.ts';

const { values } = parseArgs({
  options: { 'by-outcome': { type: 'boolean', default: false }, why: { type: 'boolean', default: false } },
});
const labels = readFileSync(join(import.meta.dirname, values['by-outcome'] ? 'by-outcome.tsv' : 'labels.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [SessionUid, Outcome]);
const path = process.env['STORE'];
if (path === undefined) throw new Error('STORE names no store.');
await using store = await openSqlite(path, { mode: 'read' });

const compared: Compared[] = [];
for (const [name, label] of labels) {
  const outcome = await outcomeOf(store.read, name);
  if (!outcome) continue;
  compared.push({ name, label, found: outcome.what });
  if (outcome.what !== label)
    print(`${name}: ${label}, found ${outcome.what}${values.why ? ` (${outcome.reason})` : ''}`);
}
print(confusion(compared));
if (compared.length < labels.length) print(`${labels.length - compared.length} sessions are not in this store`);

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
