import type { Chain } from '../../model/chain.ts';
import type { ChainFilter, Pagination } from '../store.ts';
import { Connection } from './connect/connection.ts';
import { loadPg } from './connect/load-pg.ts';
import { migrations } from './migrate.ts';
import { listChains } from '../queries/chains/chains.ts';
import { postgresDialect } from './dialect.ts';
import { Sql } from './connect/sql.ts';

export interface ChainsAsTheyAre extends AsyncDisposable {
  chains(filter: ChainFilter, page: Pagination): Promise<{ readonly chains: readonly Chain[] }>;
}

/**
 * The failures of a store, for hooks: one connection, tried once. Undefined when the server is away, does not answer in
 * time, or has a store of another version.
 */
export async function openAsItIs(url: string, withinMs: number): Promise<ChainsAsTheyAre | undefined> {
  try {
    const client = await new Connection(await loadPg(), url, { connectMs: withinMs }).connect(
      `-c jit=off -c default_transaction_read_only=on -c statement_timeout=${withinMs}`,
    );
    const sql = new Sql(client);
    const applied = new Set((await sql.all<{ name: string }>('select name from migration')).map(({ name }) => name));
    if (applied.size === migrations.length && migrations.every(({ name }) => applied.has(name))) {
      return {
        chains: (filter, page) => sql.perform(listChains(postgresDialect, filter, page)),
        [Symbol.asyncDispose]: () => client.end(),
      };
    }
    await client.end();
  } catch {
    // Not there, not ours, or too slow.
  }
  return undefined;
}
