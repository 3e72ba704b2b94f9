import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { translate } from './translate.ts';

/** One open database. Statements are prepared when first needed and kept. */
export class Connection {
  readonly path: string;
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #listings = new Map<string, StatementSync>();
  #gathering = false;

  constructor(path: string, db: DatabaseSync) {
    this.path = path;
    this.db = db;
  }

  prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** The caller names the columns it selects; the schema is strict, so their types hold. */
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.prepare(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    return this.prepare(sql).all(...values) as unknown as readonly Row[];
  }

  /** Rows as lists of values, in the order of the columns. */
  rows(sql: string, ...values: SQLInputValue[]): readonly (readonly unknown[])[] {
    const rows = this.#listing(sql).all(...values) as unknown as readonly (readonly unknown[] | object)[];
    return rows.map(inOrder);
  }

  /** The same, one at a time; the statement is done when the caller stops asking. */
  *eachRow(sql: string, ...values: SQLInputValue[]): Iterable<readonly unknown[]> {
    for (const row of this.#listing(sql).iterate(...values)) yield inOrder(row);
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.prepare(sql).run(...values).changes);
  }

  /** Runs `work`; whatever SQLite says comes out in words for people. */
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

  /** No savepoints inside: FTS5 writes out its memory at each, and that is what gathering is to save. */
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

  #listing(sql: string): StatementSync {
    let statement = this.#listings.get(sql);
    if (statement === undefined) {
      statement = this.db.prepare(sql);
      // Node 22.15 does not have it yet.
      (statement as Partial<StatementSync>).setReturnArrays?.(true);
      this.#listings.set(sql, statement);
    }
    return statement;
  }

  #rollback(): void {
    try {
      this.db.exec('rollback');
    } catch {
      // SQLite has rolled back by itself, as it does when the disk is full.
    }
  }
}

function inOrder(row: readonly unknown[] | object): readonly unknown[] {
  return Array.isArray(row) ? row : Object.values(row);
}
