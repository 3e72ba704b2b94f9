import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openPostgres } from '../src/store/postgres/open.ts';
import { openSqlite } from '../src/store/sqlite/open.ts';
import { ingestFolder } from './support/archive.ts';
import { freshDatabase } from './support/postgres.ts';
import { differences, putCaptures } from './support/same-answers.ts';

// All captures in one archive, twice: whatever is asked, both stores give the same answer, word for word.

const folder = mkdtempSync(join(tmpdir(), 'stemma-both-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const captures = join(folder, 'captures');
const clock = () => Date.parse('2027-01-01T00:00:00Z');

test('the same captures give the same answers from PostgreSQL as from SQLite', { timeout: 600_000 }, async () => {
  putCaptures(captures);
  const url = await freshDatabase();
  const path = join(folder, 'stemma.db');
  const openStore = (address: string, mode: 'read' | 'write') =>
    address === url ? openPostgres(address, { mode }) : openSqlite(address, { mode });

  const reports = [];
  for (const address of [path, url]) {
    await using store = await openStore(address, 'write');
    const { seconds: _, ...report } = await ingestFolder(store, captures, { clock });
    reports.push(report);
    expect(await store.read.check()).toEqual([]);
  }
  expect(reports[1]).toEqual(reports[0]);
  expect(reports[0]!.events).toBeGreaterThan(1_000);

  const { asked, different } = await differences(path, url, { openStore, home: folder, clock });
  expect(different.slice(0, 20)).toEqual([]);
  expect(asked).toBeGreaterThan(5_000);
});
