import type { Key } from '../../model/ids.ts';
import type { EventRow } from '../store.ts';
import { addTally, sessionNumber } from './commit-session.ts';
import type { Connection } from './connection.ts';
import { noTally } from './tally.ts';
import { whole } from './whole.ts';

interface TokenRecord {
  readonly input: number | null;
  readonly output: number | null;
  readonly cache_read: number | null;
  readonly cache_write: number | null;
}

/** Takes over the tokens of events that are here already; the session's counters follow. */
export function retakeTokens(connection: Connection, tree: Key, rows: readonly EventRow[]): void {
  for (const { session: uid, key, tokens } of rows) {
    const session = sessionNumber(connection, tree, uid);
    if (tokens === null || session === undefined) continue;
    const before = connection.get<TokenRecord>(
      'select input, output, cache_read, cache_write from event where id = ? and tree = ? and session = ?', key, tree, session,
    );
    if (before === undefined) continue;
    const [input, output, read, write] = [tokens.input, tokens.output, tokens.cache_read, tokens.cache_write].map((count) => whole(count) ?? 0) as [number, number, number, number];
    const more = {
      ...noTally,
      inputTokens: input - (before.input ?? 0),
      outputTokens: output - (before.output ?? 0),
      cacheTokens: read + write - (before.cache_read ?? 0) - (before.cache_write ?? 0),
    };
    if (more.inputTokens === 0 && more.outputTokens === 0 && more.cacheTokens === 0) continue;
    connection.run(
      'update event set input = ?, output = ?, cache_read = ?, cache_write = ? where id = ? and tree = ? and session = ?',
      input, output, read, write, key, tree, session,
    );
    addTally(connection, { tree, session, sign: 1 }, more);
  }
}
