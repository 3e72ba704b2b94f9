import type { SqlValue } from './sql-value.ts';

/**
 * A query, written once for both databases: a generator that yields statements, gets the result of each, and returns
 * its answer. SQLite runs it synchronously, PostgreSQL asynchronously; the query does not notice. See
 * docs/decisions/030-one-store-two-dialects.md.
 */
export type Query<Answer> = Generator<Statement, Answer, unknown>;

export type Statement = TextStatement | InsertStatement | NumberStatement;

export interface TextStatement {
  /**
   * `get` returns the first row, `all` every row, `rows` every row as a list of values, `run` the number of changes.
   */
  readonly kind: 'get' | 'all' | 'rows' | 'run';
  /** Parameters are `?` or `?1`; a plain one is one more than the largest before it. */
  readonly sql: string;
  readonly values: readonly Parameter[];
}

export interface InsertStatement {
  readonly kind: 'insert';
  readonly into: Columns;
  /** Values in the order of the columns. */
  readonly rows: readonly InsertRow[];
  /** What to do about an existing row; without it none may exist. */
  readonly onConflict: string | undefined;
}

export type InsertRow = readonly (number | string | null)[];

/** PostgreSQL only: returns the first of so many numbers that order rows as they were stored. */
export interface NumberStatement {
  readonly kind: 'number';
  readonly count: number;
}

/** The columns of a table that an insert fills. */
export interface Columns {
  readonly table: string;
  readonly types: Readonly<Record<string, ColumnType>>;
}

export type ColumnType = 'bigint' | 'integer' | 'smallint' | 'text' | 'double precision' | 'bytea' | 'tsvector';

/** A list counts as one value. */
export type Parameter = SqlValue | readonly number[] | readonly (string | null)[];

/** The caller names the columns it selects; both schemas are strict, so their types hold. */
export function* get<Row>(sql: string, ...values: Parameter[]): Query<Row | undefined> {
  return (yield { kind: 'get', sql, values }) as Row | undefined;
}

export function* all<Row>(sql: string, ...values: Parameter[]): Query<readonly Row[]> {
  return (yield { kind: 'all', sql, values }) as readonly Row[];
}

export function* rows<Row extends readonly unknown[] = readonly unknown[]>(
  sql: string,
  ...values: Parameter[]
): Query<readonly Row[]> {
  return (yield { kind: 'rows', sql, values }) as readonly Row[];
}

export function* run(sql: string, ...values: Parameter[]): Query<number> {
  return (yield { kind: 'run', sql, values }) as number;
}

export function* insert(into: Columns, values: readonly InsertRow[], onConflict?: string): Query<void> {
  if (values.length > 0) yield { kind: 'insert', into, rows: values, onConflict };
}

/** See `NumberStatement`. */
export function* nextNumber(count: number): Query<number> {
  return (yield { kind: 'number', count }) as number;
}

/** A query that needs no statement. */
// oxlint-disable-next-line require-yield
export function* answer<Answer>(value: Answer): Query<Answer> {
  return value;
}
