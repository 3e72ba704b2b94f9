import type { Client } from 'pg';
import type { Key } from '../../../model/ids.ts';
import { Sql } from './sql.ts';

/** A transaction that writes. */
export class Transaction extends Sql {
  readonly xid: number;
  readonly #locked = new Set<Key>();
  #kept = 0;

  constructor(client: Client, xid: number) {
    super(client);
    this.xid = xid;
  }

  /** Keeps other writers from a tree until the transaction ends; false when another one has it. */
  async tryLock(tree: Key): Promise<boolean> {
    if (this.#locked.has(tree)) return true;
    const { got } = (await this.get<{ got: boolean }>('select pg_try_advisory_xact_lock(?) as got', tree))!;
    if (got) this.#locked.add(tree);
    return got;
  }

  async lock(tree: Key): Promise<void> {
    if (this.#locked.has(tree)) return;
    await this.run('select pg_advisory_xact_lock(?)', tree);
    this.#locked.add(tree);
  }

  /** The first number for the next rows: by transaction, then by order in it. See `kept` in the schema. */
  override nextKept(count: number): number {
    const number = this.xid * eventsPerTransaction + Math.min(this.#kept, eventsPerTransaction - count);
    this.#kept += count;
    return number;
  }
}

/** Transactions of 3,000 events are large; 2^33 transactions are many. Both together fit into a JavaScript number. */
export const eventsPerTransaction = 2 ** 20;
