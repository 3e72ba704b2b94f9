import type { Client } from 'pg';
import type { Columns, InsertStatement, Parameter, Query, Statement } from '../../queries/query.ts';
import { CopyIn, copyLine, type CopyValue } from './copy-in.ts';
import { dollars } from './dollars.ts';

/** One connection to the server, as statements see it. */
export class Sql {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  /** The caller names the columns it selects. */
  async get<Row>(sql: string, ...values: Parameter[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, ...values))[0];
  }

  async all<Row>(sql: string, ...values: Parameter[]): Promise<readonly Row[]> {
    const { rows } = await this.client.query({ ...dollars(sql), values: values.map(storable) });
    return rows as Row[];
  }

  /** Rows as lists of values, in the order of the columns. */
  async rows(sql: string, ...values: Parameter[]): Promise<readonly (readonly unknown[])[]> {
    const { rows } = await this.client.query({ ...dollars(sql), values: values.map(storable), rowMode: 'array' });
    return rows as unknown[][];
  }

  /** How many rows it changed. */
  async run(sql: string, ...values: Parameter[]): Promise<number> {
    const { rowCount } = await this.client.query({ ...dollars(sql), values: values.map(storable) });
    return rowCount ?? 0;
  }

  /** Runs a query and returns its answer. */
  async perform<Answer>(query: Query<Answer>): Promise<Answer> {
    let step = query.next();
    while (step.done !== true) {
      let result: unknown;
      try {
        result = await this.#execute(step.value);
      } catch (error) {
        step = query.throw(error);
        continue;
      }
      step = query.next(result);
    }
    return step.value;
  }

  async #execute(statement: Statement): Promise<unknown> {
    if (statement.kind === 'insert') return await this.#insertRows(statement);
    if (statement.kind === 'number') return this.nextKept(statement.count);
    const { kind, sql, values } = statement;
    return await this[kind](sql, ...values);
  }

  /** Only a writing transaction has numbers; see transaction.ts. */
  nextKept(_count: number): number {
    throw new Error('Nothing is kept outside of a transaction.');
  }

  /**
   * Rows that cannot exist yet are copied, which is much faster. If some of many may exist, they are copied to a
   * temporary table first.
   */
  async #insertRows({ into: { table, types }, rows, onConflict }: InsertStatement): Promise<void> {
    const names = Object.keys(types).map(quoted);
    if (onConflict === undefined) return await this.copy(table, names, rows);
    if (rows.length < manyRows) return await this.#insertFew(table, types, rows, onConflict);
    await this.run(`create temporary table if not exists new_${table} (like ${table}) on commit delete rows`);
    await this.copy(`pg_temp.new_${table}`, names, rows);
    await this.run(
      `insert into ${table} (${names.join(', ')}) select ${names.join(', ')} from pg_temp.new_${table} ${onConflict}`,
    );
    await this.run(`delete from pg_temp.new_${table}`);
  }

  async #insertFew(
    table: string,
    types: Columns['types'],
    rows: InsertStatement['rows'],
    onConflict: string,
  ): Promise<void> {
    const names = Object.keys(types).map(quoted).join(', ');
    const shape = Object.entries(types)
      .map(([name, type]) => `${quoted(name)} ${type}`)
      .join(', ');
    const objects = rows.map((row) => Object.fromEntries(Object.keys(types).map((name, at) => [name, row[at]])));
    await this.run(
      `insert into ${table} (${names}) select ${names} from jsonb_to_recordset(?::jsonb) as x(${shape}) ${onConflict}`,
      toJson(objects),
    );
  }

  async copy(table: string, columns: readonly string[], rows: Iterable<readonly CopyValue[]>): Promise<void> {
    let lines = '';
    for (const row of rows) lines += copyLine(row);
    if (lines === '') return;
    const copy = new CopyIn(`copy ${table} (${columns.join(', ')}) from stdin`, lines);
    this.client.query(copy);
    await copy.done;
  }
}

const manyRows = 50;

/** `offset` is a keyword of SQL. */
function quoted(name: string): string {
  return `"${name}"`;
}

/** PostgreSQL's text holds everything but NUL. */
function storable(value: Parameter): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
  return value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value;
}

/** A lone surrogate or a NUL would make PostgreSQL refuse the whole value. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\ufffd') : part,
  );
}
