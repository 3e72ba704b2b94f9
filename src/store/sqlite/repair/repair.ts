import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, copyFileSync, writeSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { StemmaError } from '../../../model/stemma-error.ts';
import { loadSqlite } from '../../../platform/load-sqlite.ts';
import { slotMs } from '../../rows/usage-sums.ts';
import { makePrivateFile } from '../connect/private-files.ts';
import { translate } from '../connect/translate.ts';
import { takeWriterLock, type Waiting } from '../connect/writer-lock.ts';
import { sqliteDialect } from '../dialect.ts';
import { migrate, pendingMigrations } from '../migrate.ts';
import { mendBlocks, type BlocksMended } from './blocks.ts';
import { salvage, salvageSearch, type TableSalvaged } from './salvage.ts';

export interface FileRepaired {
  readonly blocks: BlocksMended;
  /** What was taken over into a new file; undefined when the file itself is sound. */
  readonly salvaged: Salvaged | undefined;
  /** Trees of which not all is left that a rebuild needs: what was derived from them stays as it is. */
  readonly torn_trees: readonly number[];
}

export interface Salvaged {
  /** The damaged file, as it was. */
  readonly kept_as: string;
  readonly tables: readonly TableSalvaged[];
  /** Whether texts of evicted sessions can still be searched; those of the others are made again. */
  readonly search: boolean;
}

/**
 * What can be repaired without the agents' sources: rows that can be read move into a new file when SQLite cannot trust
 * the old one, and damaged blocks are read from the agents' files again. The damaged file is kept beside the new one.
 */
export async function repairFile(path: string, waiting: Waiting = {}): Promise<FileRepaired> {
  const unlock = await takeWriterLock(path, waiting);
  try {
    const salvaged = isSound(path) ? undefined : salvageFile(path);
    const db = open(path, false);
    try {
      const blocks = mendBlocks(db);
      const torn = salvaged === undefined ? [] : tornTrees(db);
      if (salvaged !== undefined) db.exec(withoutLooseEnds);
      return { blocks, salvaged, torn_trees: torn };
    } finally {
      db.close();
    }
  } catch (error) {
    throw translate(error, path);
  } finally {
    unlock();
  }
}

function open(path: string, readOnly: boolean): DatabaseSync {
  // Else the tables behind the search index could not be written.
  const options = { readOnly, enableForeignKeyConstraints: false, defensive: false };
  return new (loadSqlite().DatabaseSync)(path, options);
}

function isSound(path: string): boolean {
  try {
    const db = open(path, true);
    try {
      return db.prepare('pragma integrity_check(1)').get()!['integrity_check'] === 'ok';
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
}

function salvageFile(path: string): Salvaged {
  const fresh = `${path}.repairing`;
  removeDatabase(fresh);
  makePrivateFile(fresh);
  const into = open(fresh, false);
  let tables: readonly TableSalvaged[];
  let search: boolean;
  try {
    migrate(into, pendingMigrations(into, fresh));
    const from = openDamaged(path, into);
    try {
      tables = salvage(from, into);
      search = salvageSearch(from, into);
      const evicted = into.prepare('select count(*) as evicted from session where evicted_at is not null').get()!;
      search ||= evicted['evicted'] === 0;
    } finally {
      from.close();
    }
    if (tables.every(({ rows }) => rows === 0)) throw nothingLeft(path);
  } catch (error) {
    into.close();
    removeDatabase(fresh);
    removeDatabase(copyOf(path));
    throw error;
  }
  into.close();
  removeDatabase(copyOf(path));
  const kept = unusedName(path);
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, kept + suffix);
  renameSync(fresh, path);
  return { kept_as: kept, tables, search };
}

/** Also when its header or its schema is damaged, which are the same in every archive: then a copy where they are not. */
function openDamaged(path: string, like: DatabaseSync): DatabaseSync {
  const schema = like.prepare("select name, sql from sqlite_schema where type = 'table' and sql is not null").all();
  const db = open(path, true);
  try {
    for (const { name } of schema) db.prepare(`select 1 from "${String(name)}"`);
    return db;
  } catch {
    db.close();
  }
  const copy = copyOf(path);
  copyFileSync(path, copy);
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
  writeHeader(copy);
  writeSchema(copy, schema);
  const mended = open(copy, true);
  try {
    mended.prepare('select count(*) from sqlite_schema').get();
    return mended;
  } catch {
    mended.close();
    throw nothingLeft(path);
  }
}

function copyOf(path: string): string {
  return `${path}.mended`;
}

/** Its first bytes, with the size of a page that they name if that can be one. */
function writeHeader(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const size = Buffer.alloc(2);
    readSync(file, size, 0, 2, 16);
    const bytes = size.readUInt16BE();
    if (bytes < 512 || (bytes & (bytes - 1)) !== 0) size.writeUInt16BE(4096);
    writeSync(file, Buffer.from('SQLite format 3\0', 'latin1'), 0, 16, 0);
    // Written as a log, no bytes reserved, and three constants.
    writeSync(file, Buffer.from([...size, 2, 2, 0, 64, 32, 32]), 0, 8, 16);
    writeSync(file, Buffer.from([0, 0, 0, 1]), 0, 4, 56);
  } finally {
    closeSync(file);
  }
}

/** Where the tables lie is in the file only; what they look like is known. */
function writeSchema(path: string, schema: readonly Record<string, unknown>[]): void {
  try {
    const db = open(path, false);
    try {
      db.exec('pragma writable_schema = on');
      const update = db.prepare("update sqlite_schema set type = 'table', tbl_name = name, sql = ? where name = ?");
      for (const { name, sql } of schema) update.run(String(sql), String(name));
      db.exec("delete from sqlite_schema where type <> 'table'");
    } finally {
      db.close();
    }
  } catch {
    // As much of it as can be read is.
  }
}

function nothingLeft(path: string): StemmaError {
  return new StemmaError('store-damaged', `Nothing can be read from the store ${path}.`, {
    hint: 'It was left as it is. Restore a backup made with `stemma backup`, or move it away and ingest again.',
  });
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

function unusedName(path: string): string {
  for (let number = 1; ; number++) {
    const name = `${path}.damaged-${number}`;
    if (!existsSync(name)) return name;
  }
}

/** Trees with sessions whose file is not known any more, or with a file of which pieces are missing. */
function tornTrees(db: DatabaseSync): readonly number[] {
  const rows = db
    .prepare(
      `select tree from session s where not exists (select 1 from file f where f.tree = s.tree)
       union
       select f.tree from file f left join piece p on p.tree = f.tree and p.file = f.file and p.version = f.version
        where f.evicted = 0 group by f.tree, f.file
       having coalesce(sum(p.length), 0) <> max(f.bytes)`,
    )
    .all();
  return rows.map(({ tree }) => Number(tree));
}

/** Removes what belongs to a row that was lost, and counts anew what the rows left add up to. */
const withoutLooseEnds = `
  begin;
  delete from piece where not exists (select 1 from file f where f.tree = piece.tree and f.file = piece.file);
  delete from block where not exists (select 1 from piece p where p.tree = block.tree and p.hash = block.hash);
  delete from event where not exists (select 1 from session s where s.tree = event.tree and s.session = event.session);
  delete from edge where not exists (select 1 from event e where e.tree = edge.tree and e.session = edge.session and e.seq = edge.effect)
     or (cause > 0 and not exists (select 1 from event e where e.tree = edge.tree and e.session = edge.session and e.seq = edge.cause));
  delete from attempt where not exists (select 1 from chain c where c.tree = attempt.tree and c.chain = attempt.chain);
  delete from complaint where not exists (select 1 from chain c where c.tree = complaint.tree and c.chain = complaint.chain);
  update event set doc = null where doc is not null and doc not in (select id from search_docsize);
  update session set
    events = (select count(*) from event e where e.tree = session.tree and e.session = session.session),
    steps = (select count(*) from event e where e.tree = session.tree and e.session = session.session and e.step = e.seq),
    errors = (select count(*) from event e join code c on c.field = 'kind' and c.code = e.kind where e.tree = session.tree and e.session = session.session and c.word = 'error'),
    retries = (select count(*) from event e join code c on c.field = 'kind' and c.code = e.kind where e.tree = session.tree and e.session = session.session and c.word = 'retry');
  delete from search where rowid in (select id from search_docsize where id not in (select doc from event where doc is not null));
  delete from usage;
  insert into usage (tree, session, model, paid, slot, input, output, cache_read, cache_write, cache_write_1h, usd)
    select tree, session, coalesce(${sqliteDialect.modelOfEvent}, ''), usd is not null, coalesce(at, 0) / ${slotMs},
           sum(coalesce(input, 0)), sum(coalesce(output, 0)), sum(coalesce(cache_read, 0)), sum(coalesce(cache_write, 0)),
           sum(coalesce(cache_write_1h, 0)), sum(coalesce(usd, 0.0))
      from event where input is not null or usd is not null group by 1, 2, 3, 4, 5;
  commit;
`;
