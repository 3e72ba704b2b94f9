import type { SQLInputValue } from 'node:sqlite';
import type { Key } from '../../../model/ids.ts';
import type { ArchiveTarget, Row } from '../../copy/archive-end.ts';
import { columnAt, columnsOf, tableNames, type TableName } from '../../copy/archive-tables.ts';
import { nameFor } from '../../copy/file-names.ts';
import type { Runner } from '../../queries/reader.ts';
import { sqliteEnd } from './archive-end.ts';
import type { Connection } from '../connect/connection.ts';
import { putForgotten, sessionsElsewhere, setMeta } from '../../queries/archive/copy.ts';
import { sqliteDialect } from '../dialect.ts';
import { modelValue } from '../queries/model-codes.ts';
import { openFile } from '../open-to-write.ts';
import { translate } from '../connect/translate.ts';
import { takeWriterLock, type Waiting } from '../connect/writer-lock.ts';

/**
 * The archive in a file, as the target of a copy; created if there is none. Nobody else writes to it until it is
 * closed.
 */
export async function sqliteTarget(path: string, machine: string, waiting: Waiting): Promise<ArchiveTarget> {
  try {
    const unlock = await takeWriterLock(path, waiting);
    try {
      const connection = openFile(path);
      return targetOf(connection, machine, unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    throw translate(error, path);
  }
}

function targetOf(connection: Connection, machine: string, unlock: () => void): ArchiveTarget {
  const ask = <Answer>(work: () => Answer): Promise<Answer> => connection.ask(work);
  const perform: Runner['ask'] = (query) => connection.ask(() => connection.perform(query()));
  const close = async (): Promise<void> => {
    connection.close();
    unlock();
  };
  return {
    ...sqliteEnd(connection, machine, close, true),
    async alone(work) {
      await ask(() => connection.db.exec('begin immediate'));
      try {
        const answer = await work();
        await ask(() => connection.db.exec('commit'));
        return answer;
      } catch (error) {
        // SQLite rolls back by itself when the disk is full.
        if (connection.db.isTransaction) connection.db.exec('rollback');
        throw error;
      }
    },
    dropTree: (tree) =>
      ask(() => {
        connection.run(
          'delete from search where rowid in (select doc from event where tree = ? and doc is not null)',
          tree,
        );
        for (const table of tableNames) connection.run(`delete from "${table}" where tree = ?`, tree);
      }),
    shiftFor: ({ first }) =>
      ask(
        () =>
          connection.get<{ doc: number }>('select coalesce(max(doc), 0) as doc from event where doc is not null')!.doc +
          1 -
          first,
      ),
    put: (table, tree, rows) =>
      ask(() =>
        put(
          connection,
          table,
          rows.map((row) => stored(connection, table, tree, row, machine)),
        ),
      ),
    putFailures: (tree, failures) =>
      perform(() => sqliteDialect.chains.putFailures(failures.map((failure) => ({ tree, ...failure })))),
    finish: (tree) =>
      ask(() => {
        connection.run(
          `update session set (first_doc, last_doc) = (select min(doc), max(doc) from event e where e.tree = session.tree and e.session = session.session) where tree = ?`,
          tree,
        );
      }),
    putVectors: (failures) =>
      perform(() =>
        sqliteDialect.chains.putVectors(
          failures.flatMap(({ fingerprint, vector }) => (vector === null ? [] : [{ fingerprint, vector }])),
        ),
      ),
    forget: (sessions) => perform(() => putForgotten(sessions)),
    setMeta: (name, value) => perform(() => setMeta(name, value)),
    elsewhere: (tree, uids) => perform(() => sessionsElsewhere(sqliteDialect, tree, uids)),
  };
}

const columnNames: Partial<Record<TableName, Readonly<Record<string, string>>>> = {
  session: { unsummed: 'unanalyzed' },
  event: { arrival: 'doc' },
};
/** Search texts are in the index, not in a column. */
const kept = (table: TableName): readonly string[] =>
  columnsOf(table).filter((column) => !(table === 'event' && column === 'words'));

function put(connection: Connection, table: TableName, rows: readonly (readonly SQLInputValue[])[]): void {
  const columns = ['tree', ...kept(table).map((column) => columnNames[table]?.[column] ?? column)];
  const insert = connection.prepare(
    `insert into "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  );
  for (const row of rows) insert.run(...row);
}

const [pathAt, modelAt, wordsAt, arrivalAt] = [
  columnAt('file', 'path'),
  columnAt('event', 'model'),
  columnAt('event', 'words'),
  columnAt('event', 'arrival'),
];

function stored(
  connection: Connection,
  table: TableName,
  tree: Key,
  row: Row,
  machine: string,
): readonly SQLInputValue[] {
  if (table === 'file') return [tree, ...row.with(pathAt, nameFor(machine, row[pathAt] as string))];
  if (table !== 'event') return [tree, ...row];
  const [words, doc] = [row[wordsAt] as string | null, row[arrivalAt] as number];
  if (words !== null) connection.run('insert into search (rowid, text) values (?, ?)', doc, words);
  return [
    tree,
    ...row
      .with(modelAt, connection.perform(modelValue(row[modelAt] as string | null)))
      .with(arrivalAt, words === null ? null : doc)
      .toSpliced(wordsAt, 1),
  ];
}
