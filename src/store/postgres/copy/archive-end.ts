import type { Client } from 'pg';
import type { Key } from '../../../model/ids.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { ArchiveEnd, EventTexts, FailureText, Row } from '../../copy/archive-end.ts';
import { columnAt, selectRows, tables, type TableName } from '../../copy/archive-tables.ts';
import { sameWords } from '../../../platform/search/words.ts';
import { Connection } from '../connect/connection.ts';
import { loadPg } from '../connect/load-pg.ts';
import { migrations, pendingMigrations } from '../migrate.ts';
import { allMeta, arrivals, forgottenKeys, trees } from '../../queries/archive/copy.ts';
import type { Runner } from '../../queries/reader.ts';
import { selectFailures } from '../queries/chains-by-fingerprint.ts';
import { Sql } from '../connect/sql.ts';
import { translate } from '../connect/translate.ts';

/** The archive in a database, as the source of a copy: a snapshot, whatever is written meanwhile. */
export async function postgresSource(url: string): Promise<ArchiveEnd> {
  const { client, address } = await connectToCopy(url);
  try {
    const pending = await pendingMigrations(client, address);
    if (pending.length === migrations.length)
      throw new StemmaError(
        'path-not-found',
        `There is no archive at ${address}: the database has no tables of stemma's.`,
        { hint: 'Check the name of the database.' },
      );
    if (pending.length > 0) {
      throw new StemmaError(
        'bad-argument',
        `The archive at ${address} was last written by an older stemma, and a copy alters nothing in what it copies.`,
        {
          hint: 'Bring it up to date first: `stemma db migrate --db postgres://…`.',
        },
      );
    }
    await client.query('begin isolation level repeatable read read only');
    return postgresEnd(new Sql(client), address, () => client.end());
  } catch (error) {
    await client.end().catch(() => {});
    throw translate(error, address);
  }
}

/** A connection that may work for hours, or wait for the other side. */
export async function connectToCopy(url: string): Promise<{ readonly client: Client; readonly address: string }> {
  const connection = new Connection(await loadPg(), url, {});
  const { address } = connection;
  try {
    return {
      client: await connection.connect(
        '-c jit=off -c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=600000',
      ),
      address,
    };
  } catch (error) {
    throw translate(error, address);
  }
}

export function postgresEnd(sql: Sql, address: string, close: () => Promise<void>): ArchiveEnd {
  const ask = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      throw translate(error, address);
    }
  };
  const perform: Runner['ask'] = (query) => ask(() => sql.perform(query()));
  return {
    engine: 'postgresql',
    address,
    trees: () => perform(trees),
    async *rows(table, tree) {
      for await (const page of pagesOf(sql, ask, selectRows(table, expressions[table] ?? {}), tables[table].page, tree))
        yield table === 'event' ? page.map(withSameWords) : page;
    },
    async *words() {
      const text = `select tree, session, seq, ${wordsOfEvent} from event where words is not null order by tree, session, seq`;
      for await (const page of pagesOf(sql, ask, text, 1_000))
        yield page.map(
          ([tree, session, seq, words]) => ({ tree, session, seq, words: sameWords(words as string) }) as EventTexts,
        );
    },
    failures: (after) =>
      ask(() =>
        sql.all<FailureText>(
          `${selectFailures} where fingerprint > ? group by fingerprint order by fingerprint limit 500`,
          after,
        ),
      ),
    failuresOf: (fingerprints) =>
      ask(() =>
        sql.all<FailureText>(
          `${selectFailures} where fingerprint = any (?::bigint[]) group by fingerprint`,
          fingerprints,
        ),
      ),
    forgotten: () => perform(forgottenKeys),
    meta: () => perform(allMeta),
    arrivals: () => perform(() => arrivals('kept')),
    [Symbol.asyncDispose]: close,
  };
}

const wordsOfEvent = `array_to_string(tsvector_to_array(words), ' ')`;

/** Where a column is not simply one of the table. */
const expressions: Partial<Record<TableName, Readonly<Record<string, string>>>> = {
  session: { unlinked: '(touched <> linked)::int', unsummed: '(changes <> summed)::int' },
  event: { words: wordsOfEvent, arrival: 'kept' },
};

const wordsAt = columnAt('event', 'words');

function withSameWords(row: Row): Row {
  return row[wordsAt] === null ? row : row.with(wordsAt, sameWords(row[wordsAt] as string));
}

let cursors = 0;

/**
 * Mostly a tree is one page, and a server may be far away: the first page is requested at once. More is read by a
 * server-side cursor, in the open transaction.
 */
async function* pagesOf(
  sql: Sql,
  ask: <Answer>(work: () => Promise<Answer>) => Promise<Answer>,
  text: string,
  size: number,
  ...values: readonly Key[]
): AsyncIterable<readonly Row[]> {
  const first = await ask(() => sql.rows(`${text} limit ${size}`, ...values));
  if (first.length > 0 && first.length < size) yield first as readonly Row[];
  if (first.length < size) return;
  const name = `copying_${(cursors += 1)}`;
  // The statements differ by name and are used once, so they are not prepared.
  const { client } = sql;
  await ask(() =>
    client.query({ text: `declare ${name} no scroll cursor for ${text.replace('?', '$1')}`, values: [...values] }),
  );
  try {
    for (;;) {
      const { rows } = await ask(() =>
        client.query<Row & unknown[]>({ text: `fetch ${size} from ${name}`, rowMode: 'array' }),
      );
      if (rows.length > 0) yield rows as unknown as readonly Row[];
      if (rows.length < size) return;
    }
  } finally {
    // One whose transaction has failed is gone already.
    await client.query(`close ${name}`).catch(() => {});
  }
}
