import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IngestReport } from '../../src/ingest/ingest.ts';
import type { SessionUid } from '../../src/model/ids.ts';
import { copyArchive, type CopyReport } from '../../src/store/copy/copy-archive.ts';
import { openEnds } from '../../src/store/open-ends.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { StoreMode } from '../../src/store/store.ts';
import { ingestFolder } from '../support/archive.ts';
import { putDifferingCaptures } from '../support/captures.ts';
import { putManualEntries } from '../support/manual-entries.ts';
import { distributedDatabase, withoutCitus } from '../support/citus.ts';
import { freshDatabase } from '../support/postgres.ts';
import { answersOf, differences, sessionsThatDiffer } from '../support/same-answers.ts';

// Captures in one archive of each kind: whatever is asked, both stores give the same answer, word for word, and
// so do their copies.

const folder = mkdtempSync(join(tmpdir(), 'stemma-both-'));
const captures = join(folder, 'captures');
const path = join(folder, 'stemma.db');
const clock = () => Date.parse('2027-01-01T00:00:00Z');
const open = <Mode extends StoreMode>(address: string, mode: Mode) => openStore(address, { mode, home: folder });
const asking = { openStore: open, home: folder, clock };

let inFile: Omit<IngestReport, 'seconds'>;
beforeAll(async () => {
  putDifferingCaptures(captures);
  inFile = await ingestInto(path);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the same captures give the same answers from PostgreSQL as from SQLite', { timeout: 600_000 }, async () => {
  await expectSameAnswers(await freshDatabase());
});

test.skipIf(withoutCitus !== undefined)(
  `and from PostgreSQL distributed by Citus${withoutCitus ? ` (${withoutCitus})` : ''}`,
  { timeout: 1_800_000 },
  async () => await expectSameAnswers(await distributedDatabase()),
);

async function expectSameAnswers(url: string): Promise<void> {
  expect(await ingestInto(url)).toEqual(inFile);
  expect(inFile.events).toBeGreaterThan(1_000);

  const all = { ...asking, sessions: await differingIn(path) };
  const answers = await answersOf(path, all);
  expect(answers.size).toBeGreaterThan(1_200);
  expect(differences(answers, await answersOf(url, all)).slice(0, 20)).toEqual([]);
}

test(
  'every question has the same answer from a copy: into PostgreSQL, and back into a file',
  { timeout: 600_000 },
  async () => {
    const [from, there, back] = [join(folder, 'from.db'), await freshDatabase(), join(folder, 'back.db')];
    copyFileSync(path, from);
    {
      await using store = await open(from, 'write');
      await putManualEntries(store);
      const [one, two] = (await store.read.evictable(100)).map(({ uid }) => uid);
      await store.write.evict([one!], { at: clock(), shortened: (state) => state });
      await store.write.forget([two!]);
    }
    const before = hashOf(from);

    const first = await copy(from, there);
    expect(first).toMatchObject({
      from: { engine: 'sqlite', address: from },
      to: { engine: 'postgresql' },
      trees: { different: 0, same: 0 },
      different: [],
    });
    expect(first.trees.copied).toBe(first.trees.total);
    for (const table of everyTable)
      expect(first.tables.find((each) => each.table === table)?.rows, table).toBeGreaterThan(0);
    const second = await copy(there, back);
    expect(second).toMatchObject({ hash: first.hash, tables: first.tables, trees: first.trees });
    expect(hashOf(from)).toBe(before);

    // The hash above is of every row. Of what is asked, one session in eight is enough to see that nothing else counts.
    const some = { ...asking, sessions: (await differingIn(from)).filter((_, at) => at % 8 === 0) };
    const answers = await answersOf(from, some);
    expect(answers.size).toBeGreaterThan(200);
    for (const address of [there, back]) {
      await using store = await open(address, 'read');
      expect(await store.read.check()).toEqual([]);
      expect(differences(answers, await answersOf(address, some)).slice(0, 20)).toEqual([]);
    }
    // Again: all is there.
    expect(await copy(from, there)).toMatchObject({
      hash: first.hash,
      trees: { total: first.trees.total, same: first.trees.total, copied: 0 },
    });
    // The watermarks were copied too: nothing is read again, but for what was evicted and is named now.
    for (const address of [from, there, back]) {
      await using store = await open(address, 'write');
      expect(await ingestFolder(store, captures, { clock })).toMatchObject({ files: 1, events: 0, bytes: 0 });
    }
  },
);

const everyTable = [
  'session',
  'event',
  'piece',
  'block',
  'edge',
  'chain',
  'attempt',
  'digest',
  'invocation',
  'usage',
  'search',
  'failure',
  'unknown_kind',
  'issue',
  'link',
];

async function ingestInto(address: string): Promise<Omit<IngestReport, 'seconds'>> {
  await using store = await open(address, 'write');
  const { seconds: _, ...report } = await ingestFolder(store, captures, { clock });
  expect(await store.read.check()).toEqual([]);
  return report;
}

async function copy(from: string, to: string): Promise<CopyReport> {
  const { source, target } = await openEnds({ from, to, home: folder });
  try {
    return await copyArchive(source, target);
  } finally {
    await source[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  }
}

async function differingIn(address: string): Promise<readonly SessionUid[]> {
  await using store = await open(address, 'read');
  return await sessionsThatDiffer(store);
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
