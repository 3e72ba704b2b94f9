import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { InsertStatement, Parameter, Query, Statement } from '../../queries/query.ts';
import { numbered } from './numbered.ts';
import { translate } from './translate.ts';

interface Prepared {
  readonly statement: StatementSync;
  readonly uses: readonly number[] | undefined;
}

/** One open database. Statements are prepared on first use and cached. */
export class Connection {
  readonly path: string;
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  readonly #listings = new Map<string, Prepared>();
  #gathering = false;

  constructor(path: string, db: DatabaseSync) {
    this.path = path;
    this.db = db;
  }

  /** For many runs in a row; its parameters have no numbers. */
  prepare(sql: string): StatementSync {
    return this.#prepared(sql).statement;
  }

  /** The caller names the columns it selects; the schema is strict, so their types hold. */
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    const { statement, uses } = this.#prepared(sql);
    return statement.get(...asUsed(values, uses)) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    const { statement, uses } = this.#prepared(sql);
    return statement.all(...asUsed(values, uses)) as unknown as readonly Row[];
  }

  /** Rows as lists of values, in the order of the columns. */
  rows(sql: string, ...values: SQLInputValue[]): readonly (readonly unknown[])[] {
    const { statement, uses } = this.#listing(sql);
    const rows = statement.all(...asUsed(values, uses)) as unknown as readonly (readonly unknown[] | object)[];
    return Array.isArray(rows[0]) ? (rows as readonly (readonly unknown[])[]) : rows.map(Object.values);
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    const { statement, uses } = this.#prepared(sql);
    return Number(statement.run(...asUsed(values, uses)).changes);
  }

  /** Runs a query and returns its answer. */
  perform<Answer>(query: Query<Answer>): Answer {
    let step = query.next();
    while (step.done !== true) {
      let result: unknown;
      try {
        result = this.#execute(step.value);
      } catch (error) {
        step = query.throw(error);
        continue;
      }
      step = query.next(result);
    }
    return step.value;
  }

  #execute(statement: Statement): unknown {
    if (statement.kind === 'insert') return this.#insert(statement);
    if (statement.kind === 'number') throw new Error('Rows of SQLite have numbers already.');
    const { kind, sql, values } = statement;
    return this[kind](sql, ...values.map(bindable));
  }

  #insert({ into, rows, onConflict = '' }: InsertStatement): void {
    const names = Object.keys(into.types).map((name) => `"${name}"`);
    const statement = this.prepare(
      `insert into ${into.table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')}) ${onConflict}`,
    );
    for (const row of rows) statement.run(...row);
  }

  /** Runs `work`; errors of SQLite become messages for people. */
  async ask<Answer>(work: () => Answer): Promise<Answer> {
    try {
      return work();
    } catch (error) {
      throw translate(error, this.path);
    }
  }

  /** All of `work` or nothing of it; while gathering, all since the last flush or nothing of it. */
  async transaction<Answer>(work: () => Answer): Promise<Answer> {
    return await this.ask(() => {
      if (!this.db.isTransaction) this.db.exec('begin immediate');
      try {
        const answer = work();
        if (!this.#gathering) this.db.exec('commit');
        return answer;
      } catch (error) {
        this.#rollback();
        throw error;
      }
    });
  }

  /** No savepoints inside: FTS5 flushes its memory at each, which is what gathering avoids. */
  gather(): void {
    this.#gathering = true;
  }

  flush(): void {
    this.#gathering = false;
    if (this.db.isTransaction) this.db.exec('commit');
  }

  close(): void {
    this.#statements.clear();
    this.#listings.clear();
    this.db.close();
  }

  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const { plain, uses } = numbered(sql);
    const prepared = { statement: this.db.prepare(plain), uses };
    this.#statements.set(sql, prepared);
    return prepared;
  }

  #listing(sql: string): Prepared {
    const known = this.#listings.get(sql);
    if (known !== undefined) return known;
    const { plain, uses } = numbered(sql);
    const prepared = { statement: this.db.prepare(plain), uses };
    // Node 22.16 does not have it yet.
    (prepared.statement as Partial<StatementSync>).setReturnArrays?.(true);
    this.#listings.set(sql, prepared);
    return prepared;
  }

  #rollback(): void {
    try {
      this.db.exec('rollback');
    } catch {
      // SQLite has rolled back by itself, as it does when the disk is full.
    }
  }
}

/** A list goes in as JSON, for `json_each`. */
function bindable(value: Parameter): SQLInputValue {
  return Array.isArray(value) ? JSON.stringify(value) : (value as SQLInputValue);
}

function asUsed(values: readonly SQLInputValue[], uses: readonly number[] | undefined): readonly SQLInputValue[] {
  return uses === undefined ? values : uses.map((at) => values[at]!);
}
