import type { Client } from 'pg';
import type { SqlValue } from '../queries/sql-value.ts';
import { CopyIn, copyLine, type CopyValue } from './copy-in.ts';
import { dollars } from './dollars.ts';

export type Parameter = SqlValue | readonly number[] | readonly (string | null)[];

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

  async copy(table: string, columns: readonly string[], rows: Iterable<readonly CopyValue[]>): Promise<void> {
    let lines = '';
    for (const row of rows) lines += copyLine(row);
    if (lines === '') return;
    const copy = new CopyIn(`copy ${table} (${columns.join(', ')}) from stdin`, lines);
    this.client.query(copy);
    await copy.done;
  }

  /** Several rows in one statement; `columns` says the type of each. `after` may say what to do about a conflict. */
  async insert(
    table: string,
    columns: Readonly<Record<string, string>>,
    rows: readonly Readonly<Record<string, unknown>>[],
    after = '',
  ): Promise<number> {
    if (rows.length === 0) return 0;
    const names = Object.keys(columns).join(', ');
    const shape = Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ');
    return await this.run(
      `insert into ${table} (${names}) select ${names} from jsonb_to_recordset(?::jsonb) as x(${shape}) ${after}`,
      toJson(rows),
    );
  }
}

/** PostgreSQL's text holds everything but NUL. */
function storable(value: Parameter): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
  return value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value;
}

/** Half a character or a NUL would make it refuse the whole. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\ufffd') : part,
  );
}
