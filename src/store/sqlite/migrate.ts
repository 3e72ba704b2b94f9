import type { DatabaseSync } from 'node:sqlite';
import { StemmaError } from '../../model/stemma-error.ts';
import { pendingOf, sharedMigrations, type Migration } from '../queries/migrations.ts';
import { codeRows } from '../rows/codes.ts';
import { beginning } from './migrations/0001-beginning.ts';
import { notRecorded } from './migrations/0002-not-recorded.ts';
import { inferredEdges } from './migrations/0003-inferred-edges.ts';
import { chains } from './migrations/0004-chains.ts';
import { work } from './migrations/0005-work.ts';
import { skills } from './migrations/0006-skills.ts';
import { usage } from './migrations/0007-usage.ts';
import { countedChains } from './migrations/0008-counted-chains.ts';
import { judgements } from './migrations/0011-judgements.ts';

const columnTypes = {
  bigint: 'integer',
  integer: 'integer',
  smallint: 'integer',
  text: 'text',
  'double precision': 'real',
  bytea: 'blob',
  tsvector: 'text',
} as const;

/** In order. A migration that was released is never edited. */
export const migrations: readonly Migration[] = [
  beginning,
  notRecorded,
  inferredEdges,
  chains,
  work,
  skills,
  usage,
  countedChains,
  judgements,
  ...sharedMigrations((type) => columnTypes[type]),
];

/** Updates the store, each step completely or not at all. */
export function migrate(db: DatabaseSync, pending: readonly Migration[]): void {
  for (const { name, sql } of pending) {
    db.exec('begin immediate');
    try {
      db.exec('create table if not exists migration (name text primary key) strict, without rowid');
      db.exec(sql);
      db.prepare('insert into migration values (?)').run(name);
      writeCodes(db);
      db.exec('commit');
    } catch (error) {
      // SQLite has rolled back by itself when the disk is full.
      if (db.isTransaction) db.exec('rollback');
      throw error;
    }
  }
}

/** Migrations this store still needs. Only reads; a store that a newer stemma has changed is refused. */
export function pendingMigrations(db: DatabaseSync, path: string): readonly Migration[] {
  const applied = new Set(appliedMigrations(db, path));
  return pendingOf(migrations, applied, path);
}

function appliedMigrations(db: DatabaseSync, path: string): readonly string[] {
  try {
    return db
      .prepare('select name from migration')
      .all()
      .map((row) => String(row['name']));
  } catch (error) {
    if (!String((error as Error).message).includes('no such table')) throw error;
  }
  if (db.prepare('select 1 from sqlite_schema limit 1').get() !== undefined) {
    throw new StemmaError('store-damaged', `${path} is a database, but not one of stemma's.`, {
      hint: 'It was left as it is. Move it away, or set STEMMA_HOME to another folder.',
    });
  }
  return [];
}

function writeCodes(db: DatabaseSync): void {
  const insert = db.prepare('insert or ignore into code values (?, ?, ?)');
  for (const { field, code, word } of codeRows) insert.run(field, code, word);
}
