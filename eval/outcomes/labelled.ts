// node eval/outcomes/labelled.ts DIR… [--why]: how often stemma's outcome is the labelled one. Each DIR has gold/ and
// sessions/ as `npm run eval` takes them; `outcome` of a label file is what its reader says. Where only the beginning
// of a session was labelled, stemma judges the same part: the steps up to the last labelled one.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStemma } from '../../src/index.ts';
import { DigestMaker } from '../../src/memory/digest/make-digest.ts';
import type { DigestOutcome } from '../../src/model/digest.ts';
import type { SessionUid } from '../../src/model/ids.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { StoreReader } from '../../src/store/store.ts';
import { readLabels, type Labelled } from '../labels.ts';
import { confusion, isOutcome, type Compared } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { why: { type: 'boolean', default: false } },
});
if (positionals.length === 0) throw new Error('Give a folder with gold/ and sessions/.');

const compared: Compared[] = [];
for (const folder of positionals)
  for (const labelled of readLabels(join(folder, 'gold'), join(folder, 'sessions'), undefined)) {
    const { outcome, outcome_why: why } = JSON.parse(
      readFileSync(join(folder, 'gold', `${labelled.name}.json`), 'utf8'),
    ) as { outcome?: string; outcome_why?: string };
    if (!isOutcome(outcome)) continue;
    const found = await judged(labelled);
    compared.push({ name: labelled.name, label: outcome, found: found.what });
    if (outcome !== found.what || values.why)
      print(
        `${labelled.name}: ${outcome}, found ${found.what}${found.isPart ? ' (part of a session)' : ''}` +
          `${values.why ? `\n    ${why}\n    ${found.reason}` : ''}`,
      );
  }
print(confusion(compared));

async function judged(labelled: Labelled): Promise<DigestOutcome & { readonly isPart: boolean }> {
  const home = mkdtempSync(join(tmpdir(), 'stemma-eval-'));
  try {
    const { uid, lastStep, isPart } = await labelledPart(home, labelled);
    await using store = await openSqlite(join(home, 'stemma.db'), { mode: 'read' });
    const events = await store.read.bareEvents(uid, { after: 0, limit: 1_000_000 });
    const end = isPart ? events.findLastIndex(({ step }) => step === lastStep) + 1 : events.length;
    return { ...(await judge(store.read, uid, events.slice(0, end))), isPart };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

interface Part {
  readonly uid: SessionUid;
  /** The last step that was labelled. */
  readonly lastStep: string;
  /** More steps follow. */
  readonly isPart: boolean;
}

/** Of the session that has most of the labelled steps. */
async function labelledPart(home: string, { file, known }: Labelled): Promise<Part> {
  await using stemma = await openStemma({ home });
  await stemma.ingest({ paths: [file] });
  const found: (Part & { readonly hits: number })[] = [];
  for (const { uid } of (await stemma.sessions({ limit: 100_000 })).sessions) {
    const { steps } = await stemma.graph(uid, { limit: 1_000_000 });
    const isKnown = ({ native_id }: { readonly native_id: string | null }): boolean => known.has(native_id ?? '');
    const last = steps.findLastIndex(isKnown);
    if (last < 0) continue;
    const rest = steps.slice(last + 1).filter(({ kind }) => kind === 'call').length;
    found.push({ uid, lastStep: steps[last]!.id, isPart: rest > 0, hits: steps.filter(isKnown).length });
  }
  return found.toSorted((a, b) => b.hits - a.hits)[0]!;
}

async function judge(
  read: StoreReader,
  uid: SessionUid,
  events: Awaited<ReturnType<StoreReader['bareEvents']>>,
): Promise<DigestOutcome> {
  const maker = new DigestMaker();
  for (const event of events) maker.add(event);
  const steps = new Set<string>(events.map(({ id }) => id));
  for (const failure of await read.failuresIn(uid, { limit: 1_000_000, offset: 0 }))
    if (steps.has(failure.step)) maker.failure(failure);
  return maker.done(uid, (await read.surroundings(uid))!, false).digest.outcome;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
