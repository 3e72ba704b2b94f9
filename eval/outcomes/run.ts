// STORE=PATH node eval/outcomes/run.ts [--by-outcome] [--why]: how often the outcome of a digest is what a person
// says who has read the session. The store is one into which the public sessions were ingested. labels.tsv: drawn at
// random, by agent; by-outcome.tsv: drawn from what was found, ten fails, ten abandoned, six successes that nothing
// checked, four unknown, so that the rare ones are judged too.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcomes, type Outcome } from '../../src/model/words.ts';
import type { SessionUid } from '../../src/model/ids.ts';
import { digest } from '../../src/ask/digest/digest.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';

const file = process.argv.includes('--by-outcome') ? 'by-outcome.tsv' : 'labels.tsv';
const labels = readFileSync(join(import.meta.dirname, file), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [SessionUid, Outcome, string?]);
const path = process.env['STORE'];
if (path === undefined) throw new Error('STORE names no store.');
await using store = await openSqlite(path, { mode: 'read' });

const wrong: string[] = [];
const table = Object.fromEntries(
  outcomes.map((label) => [label, Object.fromEntries(outcomes.map((found) => [found, 0]))]),
) as Record<Outcome, Record<Outcome, number>>;
let missing = 0;
for (const [uid, label] of labels) {
  const session = await store.read.session(uid);
  if (!session) {
    missing++;
    continue;
  }
  const { outcome } = (await digest(store.read, session, { now: Date.now() })).digest;
  table[label][outcome.what]++;
  if (outcome.what !== label) wrong.push(`${uid}: ${label}, found ${outcome.what}`);
  if (outcome.what !== label && process.argv.includes('--why')) wrong.push(`    ${outcome.reason}`);
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${part} of ${whole} (${Math.round((part / whole) * 100)} %)`;
say('| outcome | of those found so, right | of those labelled so, found |\n|---|---|---|');
for (const what of outcomes) {
  const found = outcomes.reduce((sum, label) => sum + table[label][what], 0);
  const labelled = outcomes.reduce((sum, other) => sum + table[what][other], 0);
  say(`| ${what} | ${share(table[what][what], found)} | ${share(table[what][what], labelled)} |`);
}
const right = outcomes.reduce((sum, what) => sum + table[what][what], 0);
say(
  `\nright: ${share(right, labels.length - missing)}${missing > 0 ? `; ${missing} sessions are not in this store` : ''}\n`,
);
for (const line of wrong) say(line);
