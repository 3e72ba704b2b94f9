import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { workspaceTree } from '../../model/ids.ts';
import type { ChainRow } from '../store.ts';
import { openSqlite } from './open.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'stemma-check-'))));
afterEach(() => rm(folder, { recursive: true }));

const tree = workspaceTree('local');
const manual: ChainRow = {
  tree,
  chain: 7,
  basis: 'manual',
  session: null,
  kind: 'real',
  type: 'Error',
  message: 'it broke',
  fingerprint: 'it broke',
  also: ['more'],
  action: '',
  marks: [],
  context: null,
  at: 1,
  state: 'open',
  resolvedAt: null,
  verifiedBy: null,
  culprit: [],
  attempts: [{ id: { tree, event: 8 }, action: 'tried', codeChanges: null, successful: null, marks: [], at: 2 }],
};

test.each([
  ['delete from chain', ['1 attempts belong to no chain', '1 complaints belong to no chain']],
  [`delete from failure where text = 'it broke'`, ['1 chains have no fingerprint']],
  [`delete from failure where text = 'more'`, ['1 complaints have no fingerprint']],
])('a check notices what is left of a chain after `%s`', async (damage, problems) => {
  const path = join(folder, 'stemma.db');
  {
    await using store = await openSqlite(path, { mode: 'write' });
    await store.write.putChains([manual]);
    expect(await store.read.check()).toEqual([]);
  }
  const db = new DatabaseSync(path);
  db.exec(damage);
  db.close();
  await using store = await openSqlite(path, { mode: 'read' });
  expect(await store.read.check()).toEqual(problems);
});
