import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Waiting } from '../store/sqlite/connect/writer-lock.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import type { StoreMode, StoreOpenedTo } from '../store/store.ts';

/** Opens an archive as the program does. A new one is a copy: making its tables takes longer than most tests. */
export async function openArchive<Mode extends StoreMode>(
  path: string,
  mode: Mode,
  waiting: Waiting = {},
): Promise<StoreOpenedTo<Mode>> {
  if (mode === 'write' && !existsSync(path)) {
    const bytes = await (empty ??= emptyArchive());
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, bytes, { mode: 0o600 });
  }
  return await openSqlite(path, { ...waiting, mode });
}

let empty: Promise<Uint8Array> | undefined;

async function emptyArchive(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-empty-'));
  const path = join(folder, 'stemma.db');
  await (await openSqlite(path, { mode: 'write' }))[Symbol.asyncDispose]();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}
