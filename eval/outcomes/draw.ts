// STORE=PATH node eval/outcomes/draw.ts OUT [--count 40] [--seed 17] [--per-repository 60] [--without FILE…]: draws sessions at random from a
// store into which the public sessions were ingested and writes each as a text for a blind reader: what was asked, the
// last steps and the agent's last words, without stemma's own outcome. Files are named 01.txt, 02.txt…; which session
// each is stands in OUT/../drawn.tsv, which readers must not see. --without: tables that name, in any column, sessions
// that somebody has read before, such as the drawn.tsv of an earlier draw; they are not drawn.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../bench/generate/random.ts';
import type { Session } from '../../src/model/session.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { StoreReader } from '../../src/store/store.ts';
import { shuffled } from '../shuffled.ts';
import { renderSession } from './render-session.ts';

/** A session with fewer steps is a greeting. */
const leastSteps = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '17' },
    // Repositories with many sessions, above all chats of Aider, would leave nothing of the others.
    'per-repository': { type: 'string', default: '60' },
    without: { type: 'string', multiple: true, default: [] },
  },
});
const [out] = positionals;
const path = process.env['STORE'];
if (out === undefined || path === undefined) throw new Error('Give a folder, and a store in STORE.');
await using store = await openSqlite(path, { mode: 'read' });

const readBefore = new Set(values.without.flatMap((file) => readFileSync(file, 'utf8').split(/[\t\r\n]+/)));
const drawn = draw(await candidates(store.read), Number(values.count), new Random(Number(values.seed)));
mkdirSync(out, { recursive: true });
const table = ['name\tsession'];
for (const [at, session] of drawn.entries()) {
  const name = String(at + 1).padStart(2, '0');
  writeFileSync(join(out, `${name}.txt`), await renderSession(store.read, session));
  table.push(`${name}\t${session.uid}`);
}
writeFileSync(join(dirname(out), 'drawn.tsv'), `${table.join('\n')}\n`);
process.stdout.write(`${drawn.length} sessions in ${out}\n`);

/** Sessions a person started and an agent worked in. */
async function candidates(read: StoreReader): Promise<readonly Session[]> {
  const found: Session[] = [];
  for (let offset = 0; ; offset += 500) {
    const { sessions } = await read.sessions({ topLevel: true, notEmpty: true }, { limit: 500, offset });
    found.push(...sessions);
    if (sessions.length < 500) break;
  }
  return found
    .filter(({ uid, native_id, steps, cost }) => {
      const isKnown = readBefore.has(uid) || readBefore.has(native_id);
      return !isKnown && steps >= leastSteps && cost.turns > 0;
    })
    .toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
}

function draw(sessions: readonly Session[], count: number, random: Random): readonly Session[] {
  const byRepository = Map.groupBy(sessions, ({ source, source_path }) => `${source} ${dirname(source_path ?? '')}`);
  const urn = [...byRepository.values()].flatMap((own) =>
    shuffled(own, random).slice(0, Number(values['per-repository'])),
  );
  return shuffled(urn, random).slice(0, count);
}
