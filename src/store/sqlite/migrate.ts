import type { DatabaseSync } from 'node:sqlite';
import { StemmaError } from '../../model/stemma-error.ts';
import {
  actCodes,
  basisCodes,
  chainBasisCodes,
  chainStateCodes,
  edgeTypeCodes,
  errorKindCodes,
  kindCodes,
  originCodes,
  roleCodes,
} from '../rows/codes.ts';
import { beginning } from './migrations/0001-beginning.ts';
import { notRecorded } from './migrations/0002-not-recorded.ts';
import { inferredEdges } from './migrations/0003-inferred-edges.ts';
import { chains } from './migrations/0004-chains.ts';
import { work } from './migrations/0005-work.ts';
import { skills } from './migrations/0006-skills.ts';
import { usage } from './migrations/0007-usage.ts';
import { countedChains } from './migrations/0008-counted-chains.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

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
];

/** Brings the store up to date, each step whole or not at all. */
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
      db.exec('rollback');
      throw error;
    }
  }
}

/** Migrations this store still needs. Only reads; a store that a newer stemma has changed is refused. */
export function pendingMigrations(db: DatabaseSync, path: string): readonly Migration[] {
  const applied = new Set(appliedMigrations(db, path));
  const unknown = applied.difference(new Set(migrations.map(({ name }) => name)));
  if (unknown.size > 0) {
    throw new StemmaError(
      'store-too-new',
      `The store ${path} was written by a newer stemma (it has ${[...unknown].join(', ')}).`,
      {
        hint: 'Update stemma with `npm install --global stemma@latest`. The store was left as it is.',
      },
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
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
  const fields = {
    kind: kindCodes,
    act: actCodes,
    role: roleCodes,
    origin: originCodes,
    basis: basisCodes,
    edge_type: edgeTypeCodes,
    error_kind: errorKindCodes,
    chain_state: chainStateCodes,
    chain_basis: chainBasisCodes,
  };
  for (const [field, { words }] of Object.entries(fields)) words.forEach((word, at) => insert.run(field, at + 1, word));
}
