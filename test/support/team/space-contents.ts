import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { isPostgres } from '../../../src/store/archive-address.ts';
import type { SpacePlace } from '../../../src/team/space-place.ts';

/** Everything a space keeps: every table and view as rows, packed blocks unpacked, and its files. */
export async function spaceContents({ archive, folder }: Pick<SpacePlace, 'archive' | 'folder'>): Promise<string> {
  const rows = isPostgres(archive) ? await rowsInPostgres(archive) : rowsInFile(archive);
  const texts = rows.flatMap((row) => Object.values(row).map(textOf));
  const files = filesBelow(folder).filter((path) => !/\.db(?:-\w+|\.writer.*)?$/.test(path));
  return [...texts, ...files.map((path) => readFileSync(path, 'latin1'))].join('\n');
}

export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

type Row = Readonly<Record<string, unknown>>;

function rowsInFile(path: string): readonly Row[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const names = db.prepare(`select name from sqlite_master where type in ('table', 'view')`).all();
    return names.flatMap(({ name }) => {
      try {
        return db.prepare(`select * from "${String(name)}"`).all();
      } catch {
        // The inner tables of the search index, and functions that only the program has.
        return [];
      }
    });
  } finally {
    db.close();
  }
}

async function rowsInPostgres(address: string): Promise<readonly Row[]> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    const { rows: names } = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
    );
    const rows: Row[] = [];
    for (const { name } of names) rows.push(...(await client.query<Row>(`select * from ${name}`)).rows);
    return rows;
  } finally {
    await client.end();
  }
}

function textOf(value: unknown): string {
  if (!(value instanceof Uint8Array)) return typeof value === 'string' ? value : JSON.stringify(value);
  try {
    return zstdDecompressSync(value).toString();
  } catch {
    return Buffer.from(value).toString('latin1');
  }
}
