import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { storeContract } from '../store.contract.ts';
import { openSqlite } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'stemma-sqlite-'));
const empty = join(folder, 'stemma.db');
let count = 0;

// Making the tables takes longer than most cases do, so each gets a copy of a file that has them.
beforeAll(async () => await (await openSqlite(empty, { mode: 'write' }))[Symbol.asyncDispose]());

afterAll(() => rmSync(folder, { recursive: true }));

storeContract('SQLite', async () => {
  count += 1;
  const path = join(folder, String(count), 'stemma.db');
  mkdirSync(join(folder, String(count)), { mode: 0o700 });
  copyFileSync(empty, path);
  const open = () => openSqlite(path, { mode: 'write' });
  return { store: await open(), reopen: open };
});
