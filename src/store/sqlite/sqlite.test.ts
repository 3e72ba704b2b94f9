import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { storeContract } from '../store.contract.ts';
import { openSqlite } from './open.ts';

let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stemma-sqlite-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

storeContract('SQLite', async () => {
  count += 1;
  const path = join(folder, String(count), 'stemma.db');
  const open = () => openSqlite(path, { mode: 'write' });
  return { store: await open(), reopen: open };
});
