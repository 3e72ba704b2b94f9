import type { Key } from '../../../model/ids.ts';
import type { ArchiveTarget, Row } from '../../copy/archive-end.ts';
import { columnAt, columnsOf, tableNames, type TableName } from '../../copy/archive-tables.ts';
import { connectToCopy, postgresEnd } from './archive-end.ts';
import type { CopyValue } from '../connect/copy-in.ts';
import { wholeStore } from '../connect/locks.ts';
import { migrate } from '../migrate.ts';
import { putForgotten, sessionsElsewhere, setMeta } from '../../queries/archive/copy.ts';
import { insert } from '../../queries/query.ts';
import { postgresDialect } from '../dialect.ts';
import { failureTable, putVectors } from '../queries/failures.ts';
import { vectorOf } from '../queries/search-vector.ts';
import { Sql } from '../connect/sql.ts';
import { eventsPerTransaction } from '../connect/transaction.ts';
import { translate } from '../connect/translate.ts';

/**
 * The archive in a database, as the target of a copy; tables are created if there are none. Others may write to it
 * between two trees.
 */
export async function postgresTarget(url: string): Promise<ArchiveTarget> {
  const { client, address } = await connectToCopy(url);
  try {
    await migrate(client, address);
  } catch (error) {
    await client.end().catch(() => {});
    throw translate(error, address);
  }
  const sql = new Sql(client);
  const end = postgresEnd(sql, address, () => client.end());
  let isAlone = false;
  const inTransaction = async <Answer>(beginning: string, work: () => Promise<Answer>): Promise<Answer> => {
    try {
      await client.query(beginning);
      const answer = await work();
      await client.query('commit');
      return answer;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw translate(error, address);
    }
  };
  const alone = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    isAlone = true;
    try {
      return await inTransaction(`begin; select pg_advisory_xact_lock(${wholeStore})`, work);
    } finally {
      isAlone = false;
    }
  };
  return {
    ...end,
    /** A cursor lives in a transaction; between two trees there is none. */
    async *rows(table, tree) {
      if (isAlone) return yield* end.rows(table, tree);
      await client.query('begin isolation level repeatable read read only');
      try {
        yield* end.rows(table, tree);
      } finally {
        await client.query('rollback').catch(() => {});
      }
    },
    async *words() {
      await client.query('begin isolation level repeatable read read only');
      try {
        yield* end.words();
      } finally {
        await client.query('rollback').catch(() => {});
      }
    },
    alone,
    async dropTree(tree) {
      for (const table of [...tableNames, 'failure']) await sql.run(`delete from "${table}" where tree = ?`, tree);
    },
    /** Before everything that is here: followers expect only future events as news. */
    async shiftFor({ last }) {
      const { before } = (await sql.get<{ before: number }>(
        `select least((select min(kept) from event), pg_snapshot_xmax(pg_current_snapshot())::text::bigint * ${eventsPerTransaction}) as before`,
      ))!;
      return before - 1 - last;
    },
    put: (table, tree, rows) =>
      sql.copy(
        `"${table}"`,
        columnNames(table),
        rows.map((row) => stored(table, tree, row)),
      ),
    // Before everything that is yet to come.
    putFailures: (tree, failures) =>
      sql.perform(
        insert(
          failureTable,
          failures.map(({ fingerprint, text, type }) => [tree, fingerprint, text, type, 0]),
          'on conflict do nothing',
        ),
      ),
    finish: async () => {},
    putVectors: (failures) =>
      sql.perform(
        putVectors(failures.flatMap(({ fingerprint, vector }) => (vector === null ? [] : [{ fingerprint, vector }]))),
      ),
    forget: (sessions) => sql.perform(putForgotten(sessions)),
    setMeta: (name, value) => sql.perform(setMeta(name, value)),
    elsewhere: (tree, uids) => sql.perform(sessionsElsewhere(postgresDialect, tree, uids)),
  };
}

const replaced: Partial<Record<TableName, Readonly<Record<string, readonly string[]>>>> = {
  session: { unlinked: ['touched', 'linked'], unsummed: ['changes', 'summed'] },
  event: { arrival: ['kept'] },
};

function columnNames(table: TableName): readonly string[] {
  return ['tree', ...columnsOf(table).flatMap((column) => replaced[table]?.[column] ?? [column])].map(
    (column) => `"${column}"`,
  );
}

const [unlinkedAt, wordsAt] = [columnAt('session', 'unlinked'), columnAt('event', 'words')];

function stored(table: TableName, tree: Key, row: Row): readonly CopyValue[] {
  const values: CopyValue[] = row.map((value) =>
    value instanceof Uint8Array
      ? `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
      : value,
  );
  // A flag is two counters here, equal or not.
  if (table === 'session')
    return [tree, ...values.slice(0, unlinkedAt), ...values.slice(unlinkedAt).flatMap((flag) => [1, 1 - Number(flag)])];
  if (table === 'event' && values[wordsAt] !== null) values[wordsAt] = vectorOf(String(values[wordsAt]).split(' '));
  return [tree, ...values];
}
