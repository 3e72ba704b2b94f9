import { evict } from '../queries/archive/evict.ts';
import { forget } from '../queries/archive/forget.ts';
import type { Query } from '../queries/query.ts';
import { putMinedUses } from '../queries/usage/put-invocations.ts';
import { sharedWriter } from '../queries/writer.ts';
import type { StoreWriter } from '../store.ts';
import type { Connection } from './connect/connection.ts';
import { sqliteDialect } from './dialect.ts';
import { putDigest } from './queries/digests.ts';
import { settle } from './settle.ts';
import { markForSweep, sweep } from './sweep.ts';
import { markLinked, unlinkedSessions } from './queries/unlinked.ts';

export function sqliteWriter(connection: Connection): StoreWriter {
  const ask = <Answer>(query: () => Query<Answer>) => connection.ask(() => connection.perform(query()));
  const transaction = <Answer>(query: () => Query<Answer>) => connection.transaction(() => connection.perform(query()));
  return {
    ...sharedWriter(sqliteDialect, {
      ask,
      askAtOneMoment: ask,
      // One process writes at a time.
      transaction: (_, query) => transaction(query),
      alone: transaction,
    }),
    gather: () => connection.ask(() => connection.gather()),
    flush: () => connection.ask(() => connection.flush()),

    unlinked: (limit) => ask(() => unlinkedSessions(limit)),
    linked: (sessions) => transaction(() => markLinked(sessions)),
    putMinedUses: (mined) => transaction(() => putMinedUses(mined)),
    putDigest: (digest, at) => transaction(() => putDigest(digest, at)),

    async evict(sessions, how) {
      const gone = await transaction(function* () {
        const evicted = yield* evict(sqliteDialect, sessions, how);
        if (evicted.sessions.length > 0) yield* markForSweep();
        return evicted;
      });
      await connection.ask(() => sweep(connection));
      return gone;
    },
    async forget(sessions) {
      const gone = await transaction(function* () {
        const forgotten = yield* forget(sqliteDialect, sessions);
        if (forgotten.sessions > 0 || forgotten.bytes > 0) yield* markForSweep();
        return forgotten;
      });
      await connection.ask(() => sweep(connection));
      return gone;
    },
    settle: () => connection.ask(() => settle(connection)),
  };
}
