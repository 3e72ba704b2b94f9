import { statSync } from 'node:fs';
import type { StatementSync } from 'node:sqlite';
import type { Key } from '../../../model/ids.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { ArchiveEnd, EventTexts, FailureText, Row, Value } from '../../copy/archive-end.ts';
import { columnAt, selectRows, tables, type TableName } from '../../copy/archive-tables.ts';
import { nameForAll } from '../../copy/file-names.ts';
import { sameWords } from '../../../platform/search/words.ts';
import type { Connection } from '../connect/connection.ts';
import { pendingMigrations } from '../migrate.ts';
import { allMeta, arrivals, forgottenKeys, trees } from '../../queries/archive/copy.ts';
import type { Runner } from '../../queries/reader.ts';
import { sqliteDialect } from '../dialect.ts';
import { openExisting } from '../open.ts';
import { translate } from '../connect/translate.ts';

/**
 * The archive in a file, as the source of a copy: a snapshot, whatever is written meanwhile. Its files are those of
 * `machine`.
 */
export async function sqliteSource(path: string, machine: string): Promise<ArchiveEnd> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw new StemmaError('path-not-found', `There is no archive ${path}.`, {
      hint: '`stemma db` shows where yours is.',
    });
  }
  let connection: Connection | undefined;
  try {
    connection = openExisting(path);
    if (pendingMigrations(connection.db, path).length > 0) {
      throw new StemmaError(
        'bad-argument',
        `The archive ${path} was last written by an older stemma, and a copy alters nothing in what it copies.`,
        {
          hint: `Bring it up to date first; any question does: \`stemma stats --db ${path}\`.`,
        },
      );
    }
    // Sorting may need more than memory.
    connection.db.exec('pragma temp_store = file; begin');
    return sqliteEnd(connection, machine, async () => connection!.close());
  } catch (error) {
    connection?.close();
    throw translate(error, path);
  }
}

/**
 * `changing`: rows of events come without their search texts, which would have to be collected again after each change.
 */
export function sqliteEnd(
  connection: Connection,
  machine: string,
  close: () => Promise<void>,
  changing = false,
): ArchiveEnd {
  const expressions = expressionsOf(changing);
  const ask = <Answer>(work: () => Answer): Promise<Answer> => connection.ask(work);
  const perform: Runner['ask'] = (query) => connection.ask(() => connection.perform(query()));
  return {
    engine: 'sqlite',
    address: connection.path,
    trees: () => perform(trees),
    async *rows(table, tree) {
      if (table === 'event' && !changing) gatherWords(connection);
      for (const page of pagesOf(connection, selectRows(table, expressions[table] ?? {}), tables[table].page, tree))
        yield page.map((row) => asShared(table, row, machine));
    },
    async *words() {
      if (changing) connection.db.exec('drop table if exists temp.found_by');
      gatherWords(connection);
      const sql =
        'select e.tree, e.session, e.seq, w.words from event e join temp.found_by w on w.doc = e.doc order by e.tree, e.session, e.seq';
      for (const page of pagesOf(connection, sql, 1_000))
        yield page.map(
          ([tree, session, seq, words]) => ({ tree, session, seq, words: sameWords(words as string) }) as EventTexts,
        );
    },
    failures: (after) =>
      ask(() =>
        connection.all<FailureText>(
          'select fingerprint, text, type, vector from failure where fingerprint > ? order by fingerprint limit 500',
          after,
        ),
      ),
    failuresOf: (fingerprints) =>
      ask(() =>
        connection.all<FailureText>(
          'select fingerprint, text, type, vector from failure where fingerprint in (select value from json_each(?))',
          JSON.stringify(fingerprints),
        ),
      ),
    forgotten: () => perform(forgottenKeys),
    meta: () => perform(allMeta),
    arrivals: () => perform(() => arrivals('rowid')),
    [Symbol.asyncDispose]: close,
  };
}

/** Where a column is not simply one of the table. */
function expressionsOf(changing: boolean): Partial<Record<TableName, Readonly<Record<string, string>>>> {
  return {
    session: { unsummed: 'unanalyzed' },
    event: {
      model: sqliteDialect.modelOfEvent,
      words: changing ? 'null' : '(select words from temp.found_by where doc = event.doc)',
      arrival: 'rowid',
    },
  };
}

const pathAt = columnAt('file', 'path');
const wordsAt = columnAt('event', 'words');

function asShared(table: TableName, row: Row, machine: string): Row {
  if (table === 'file') return row.with(pathAt, nameForAll(row[pathAt] as string, machine));
  if (table === 'event' && row[wordsAt] !== null) return row.with(wordsAt, sameWords(row[wordsAt] as string));
  return row;
}

function* pagesOf(
  connection: Connection,
  sql: string,
  size: number,
  ...values: readonly Key[]
): Iterable<readonly Row[]> {
  let page: Row[] = [];
  try {
    const statement = connection.db.prepare(sql);
    // Node 22.16 does not have it yet.
    (statement as Partial<StatementSync>).setReturnArrays?.(true);
    for (const row of statement.iterate(...values)) {
      page.push((Array.isArray(row) ? row : Object.values(row)) as Value[]);
      if (page.length < size) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  } catch (error) {
    throw translate(error, connection.path);
  }
}

/** The index has the events of each word, not the words of each event: inverted here, once. */
function gatherWords({ db }: Connection): void {
  if (db.prepare(`select 1 from sqlite_temp_schema where name = 'found_by'`).get() !== undefined) return;
  db.exec(`
    create virtual table temp.terms using fts5vocab (main, search, instance);
    create temp table found_by (doc integer primary key, words text not null);
    insert into temp.found_by select doc, group_concat(term, ' ') from temp.terms group by doc;
    drop table temp.terms;
  `);
}
