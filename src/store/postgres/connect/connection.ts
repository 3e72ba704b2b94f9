import type { Client, ClientConfig, Pool, PoolClient } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Key } from '../../../model/ids.ts';
import { wholeStore } from './locks.ts';
import { Sql } from './sql.ts';
import { addressOf, isConflict, isLost, translate } from './translate.ts';
import { Transaction } from './transaction.ts';

export interface Patience {
  /** How long connecting may take. */
  readonly connectMs?: number;
  /** How long a step of an ingest waits for another writer. */
  readonly lockMs?: number;
  /** How long a step of an ingest retries when the server went away. */
  readonly reconnectMs?: number;
  /** The same for a question, which somebody waits for. */
  readonly questionMs?: number;
  /** How long a single statement of a question may take. */
  readonly statementMs?: number;
}

/** Work that happens completely or not at all, and can be repeated from the beginning. */
interface Step {
  readonly trees: readonly Key[];
  readonly work: (sql: Transaction) => Promise<unknown>;
}

/**
 * Connections to one database: a few for questions, and one for writing.
 *
 * The writer remembers what it has done since the last commit, so that it can repeat it when the server restarts or
 * another writer conflicts. That is safe because nothing of it was committed; where a connection breaks in the middle
 * of a commit, the server is asked for its result.
 */
export class Connection {
  readonly address: string;
  readonly #pg: typeof import('pg');
  readonly #config: ClientConfig;
  readonly #patience: Required<Patience>;
  readonly #pool: Pool;
  /** A database without tables is answered by one connection with empty temporary tables. */
  #standIn: Sql | undefined;
  #client: Client | undefined;
  #transaction: Transaction | undefined;
  #gathering = false;
  #done: Step[] = [];
  #mustRepeat = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(pg: typeof import('pg'), url: string, patience: Patience) {
    this.#pg = pg;
    this.address = addressOf(url);
    this.#patience = {
      connectMs: 10_000,
      lockMs: 600_000,
      reconnectMs: 60_000,
      questionMs: 5_000,
      statementMs: 60_000,
      ...patience,
    };
    this.#config = {
      connectionString: url,
      application_name: 'stemma',
      keepAlive: true,
      connectionTimeoutMillis: this.#patience.connectMs,
      types: numbersAsNumbers(pg),
    };
    this.#pool = new pg.Pool({
      ...this.#config,
      max: 4,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
      options: `-c default_transaction_read_only=on -c statement_timeout=${this.#patience.statementMs} -c jit=off -c idle_in_transaction_session_timeout=120000`,
    });
    // A connection that breaks while idle is replaced on next use.
    this.#pool.on('error', () => {});
    // A connection that breaks between two statements emits an error that would end the process; the next statement
    // reports it too.
    this.#pool.on('connect', (client) => void client.on('error', () => {}));
  }

  /** A connection for one's own purposes; the caller ends it. */
  async connect(options = '-c jit=off'): Promise<Client> {
    const client = new this.#pg.Client({ ...this.#config, options });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  standIn(sql: Sql): void {
    this.#standIn = sql;
  }

  /** A question of several statements, which all see the same moment. */
  async ask<Answer>(work: (sql: Sql) => Promise<Answer>): Promise<Answer> {
    return await this.#answer(work, true);
  }

  /** A question of one statement, or of several that need not agree. */
  async askOnce<Answer>(work: (sql: Sql) => Promise<Answer>): Promise<Answer> {
    return await this.#answer(work, false);
  }

  async #answer<Answer>(work: (sql: Sql) => Promise<Answer>, atOneMoment: boolean): Promise<Answer> {
    try {
      if (this.#standIn) return await this.#inTurn(() => work(this.#standIn!));
      // Uncommitted work is visible only to the connection that does it.
      if (this.#gathering)
        return await this.#inTurn(() =>
          this.#transaction || this.#mustRepeat
            ? this.#steadily(() => work(this.#transaction!))
            : this.#fromPool(work, atOneMoment),
        );
      return await this.#fromPool(work, atOneMoment);
    } catch (error) {
      throw translate(error, this.address);
    }
  }

  async #fromPool<Answer>(work: (sql: Sql) => Promise<Answer>, atOneMoment: boolean): Promise<Answer> {
    const until = Date.now() + this.#patience.questionMs;
    for (let pause = 50; ; pause *= 2) {
      let client: PoolClient | undefined;
      try {
        client = await this.#pool.connect();
        if (atOneMoment) await client.query('begin isolation level repeatable read read only');
        const answer = await work(new Sql(client as unknown as Client));
        if (atOneMoment) await client.query('commit');
        client.release();
        return answer;
      } catch (error) {
        // A connection in the middle of a transaction cannot be reused.
        client?.release(true);
        if (!isLost(error) || Date.now() > until) throw error;
        await sleep(pause);
      }
    }
  }

  /**
   * All of `work` or nothing of it; while gathering, all since the last flush or nothing of it. No other writer uses
   * these trees meanwhile. It may be repeated from the beginning.
   */
  async transaction<Answer>(trees: readonly Key[], work: (sql: Transaction) => Promise<Answer>): Promise<Answer> {
    const step = { trees, work };
    return await this.#writing(async () => {
      const answer = (await this.#perform(step)) as Answer;
      if (this.#gathering) this.#done.push(step);
      else await this.#commit();
      return answer;
    });
  }

  /** The same, while nobody else writes to any tree; what was gathered is committed first. */
  async alone<Answer>(work: (sql: Transaction) => Promise<Answer>): Promise<Answer> {
    return await this.#writing(async () => {
      if (this.#transaction) await this.#commit();
      this.#transaction = await this.#begin('pg_advisory_xact_lock');
      const answer = await work(this.#transaction);
      await this.#commit();
      return answer;
    });
  }

  gather(): void {
    this.#gathering = true;
  }

  async flush(): Promise<void> {
    await this.#writing(async () => {
      if (this.#transaction) await this.#commit();
    });
    this.#gathering = false;
  }

  /** A statement outside of any transaction, such as `vacuum`. */
  async maintain(sql: string): Promise<void> {
    const client = await this.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  async close(): Promise<void> {
    await this.#turn.catch(() => {});
    await this.#leave();
    await this.#standIn?.client.end();
    await this.#pool.end();
  }

  /** One after the other: there is one connection to write with. */
  async #inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => {});
    return await turn;
  }

  async #writing<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    return await this.#inTurn(async () => {
      try {
        if (this.#standIn) throw Object.assign(new Error('this store was opened to read'), { code: '25006' });
        return await this.#steadily(work);
      } catch (error) {
        this.#done = [];
        this.#mustRepeat = false;
        await this.#takeBack();
        throw translate(error, this.address);
      }
    });
  }

  /** Retries until it succeeds, the server stays away for too long, or the error is in the work itself. */
  async #steadily<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    let until = Date.now() + this.#patience.reconnectMs;
    for (let pause = 50, conflicts = 0; ; pause = Math.min(pause * 2, 2_000)) {
      try {
        if (this.#mustRepeat) await this.#repeat();
        return await work();
      } catch (error) {
        conflicts += Number(isConflict(error));
        if (!(isLost(error) || isConflict(error)) || Date.now() > until || conflicts > maxConflicts) throw error;
        this.#mustRepeat = this.#done.length > 0;
        if (isLost(error)) await this.#leave();
        else {
          await this.#takeBack();
          until = Date.now() + this.#patience.reconnectMs;
        }
        // Random pauses keep conflicting writers apart.
        await sleep(pause * (0.5 + Math.random()));
      }
    }
  }

  /** Repeats what was gathered and lost with its transaction. */
  async #repeat(): Promise<void> {
    const again = this.#done;
    this.#done = [];
    for (const [at, step] of again.entries()) {
      try {
        await this.#perform(step);
      } catch (error) {
        this.#done = [...this.#done, ...again.slice(at)];
        throw error;
      }
      this.#done.push(step);
    }
    this.#mustRepeat = false;
  }

  async #perform({ trees, work }: Step): Promise<unknown> {
    this.#transaction ??= await this.#begin();
    for (const tree of trees) {
      if (await this.#transaction.tryLock(tree)) continue;
      // A waiting writer must hold no locks: two that wait for each other would wait for ever.
      await this.#commit();
      this.#transaction = await this.#begin();
      await this.#transaction.lock(tree);
    }
    return await work(this.#transaction);
  }

  async #begin(howToLock = 'pg_advisory_xact_lock_shared'): Promise<Transaction> {
    // A dead client must not hold its trees for ever, nor a step wait for ever.
    this.#client ??= await this.connect(
      `-c jit=off -c citus.all_modifications_commutative=on -c citus.max_adaptive_executor_pool_size=1 -c statement_timeout=900000 -c lock_timeout=${this.#patience.lockMs} -c idle_in_transaction_session_timeout=600000`,
    );
    const results = (await this.#client.query(
      `begin; select ${howToLock}(${wholeStore}); select pg_current_xact_id()::text as xid`,
    )) as unknown as readonly { readonly rows: readonly { readonly xid: string }[] }[];
    return new Transaction(this.#client, Number(results[2]!.rows[0]!.xid));
  }

  async #commit(): Promise<void> {
    const { xid } = this.#transaction!;
    try {
      await this.#client!.query('commit');
    } catch (error) {
      if (!isLost(error) || !(await this.#wasKept(xid))) throw error;
    }
    this.#transaction = undefined;
    this.#done = [];
  }

  /** The connection broke in the middle of a commit, or just after it. */
  async #wasKept(xid: number): Promise<boolean> {
    const until = Date.now() + this.#patience.reconnectMs;
    for (let pause = 50; ; pause = Math.min(pause * 2, 2_000)) {
      await this.#leave();
      try {
        const client = (this.#client = await this.connect());
        const { rows } = await client.query<{ status: string | null }>(
          'select pg_xact_status($1::text::xid8) as status',
          [String(xid)],
        );
        await this.#leave();
        if (rows[0]?.status !== 'in progress') return rows[0]?.status === 'committed';
      } catch (error) {
        if (!isLost(error)) throw error;
      }
      if (Date.now() > until) return false;
      await sleep(pause);
    }
  }

  async #takeBack(): Promise<void> {
    const hadTransaction = this.#transaction !== undefined;
    this.#transaction = undefined;
    if (hadTransaction) await this.#client?.query('rollback').catch(() => this.#leave());
  }

  async #leave(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#transaction = undefined;
    await client?.end().catch(() => {});
  }
}

const maxConflicts = 20;

/** Keys are 53 bits, sums of whole numbers stay below that: no BigInt needed. */
function numbersAsNumbers(pg: typeof import('pg')): NonNullable<ClientConfig['types']> {
  const numeric = 1700;
  const bigint = 20;
  return {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === bigint || oid === numeric ? Number : pg.types.getTypeParser(oid, format as 'text'),
  } as NonNullable<ClientConfig['types']>;
}
