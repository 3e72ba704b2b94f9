// STORE=PATH node eval/outcomes/score.ts DRAWN VERDICTS [VERDICTS] [--why]: agreement of one or two readers with stemma
// and with each other. DRAWN is the drawn.tsv of draw.ts (name, session); VERDICTS has name and outcome, tab-separated.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { DigestOutcome } from '../../src/model/digest.ts';
import type { SessionUid } from '../../src/model/ids.ts';
import type { Outcome } from '../../src/model/words.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { outcomeOf } from './found.ts';
import { confusion, isOutcome, type Compared } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { why: { type: 'boolean', default: false } },
});
const [drawn, ...files] = positionals;
const path = process.env['STORE'];
if (drawn === undefined || files.length === 0 || path === undefined)
  throw new Error('Give drawn.tsv and one or two files of verdicts, and a store in STORE.');
await using store = await openSqlite(path, { mode: 'read' });

const found = new Map<string, DigestOutcome>();
for (const [name, session] of rowsOf(drawn).slice(1)) {
  const outcome = await outcomeOf(store.read, session as SessionUid);
  if (outcome) found.set(name, outcome);
}
const readers = files.map((file) => new Map(rowsOf(file).map(([name, outcome]) => [name, checked(outcome, file)])));
for (const [at, verdicts] of readers.entries()) {
  const compared = compare(verdicts, new Map([...found].map(([name, { what }]) => [name, what])));
  print(`reader ${at + 1} and stemma: ${confusion(compared, { rows: 'reader', columns: 'stemma' })}`);
  for (const { name, label, found: what } of compared)
    if (label !== what) print(`${name}: ${label}, found ${what}${values.why ? ` (${found.get(name)!.reason})` : ''}`);
  print('');
}
if (readers.length > 1) {
  const [one, two] = readers as [Map<string, Outcome>, Map<string, Outcome>];
  print(`reader 1 and reader 2: ${confusion(compare(one, two), { rows: 'reader 1', columns: 'reader 2' })}`);
  const agreed = new Map([...one].filter(([name, what]) => two.get(name) === what));
  const ours = new Map([...found].map(([name, { what }]) => [name, what]));
  print(`where both agree, and stemma: ${confusion(compare(agreed, ours), { rows: 'readers', columns: 'stemma' })}`);
  const either = [...ours].filter(([name, what]) => one.get(name) === what || two.get(name) === what).length;
  print(`stemma agrees with at least one of them: ${either} of ${ours.size}`);
}

function compare(labels: ReadonlyMap<string, Outcome>, findings: ReadonlyMap<string, Outcome>): readonly Compared[] {
  return [...labels].flatMap(([name, label]) => {
    const what = findings.get(name);
    return what === undefined ? [] : [{ name, label, found: what }];
  });
}

function rowsOf(file: string): readonly [string, string][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim().split('\t'))
    .filter(([name]) => name !== undefined && name !== '')
    .map(([name, value = '']) => [name!, value.trim()]);
}

function checked(outcome: string, file: string): Outcome {
  if (!isOutcome(outcome)) throw new Error(`${file}: '${outcome}' is no outcome.`);
  return outcome;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
