import type { Key, SessionUid } from '../../model/ids.ts';
import { evict } from '../queries/archive/evict.ts';
import { forget } from '../queries/archive/forget.ts';
import type { Query } from '../queries/query.ts';
import { treeOf } from '../queries/sessions/sessions.ts';
import { putMinedUses } from '../queries/usage/put-invocations.ts';
import { sharedWriter } from '../queries/writer.ts';
import type { StoreWriter } from '../store.ts';
import type { Connection } from './connect/connection.ts';
import { postgresDialect } from './dialect.ts';
import { isOutdated, putDigest, type SeenChanges } from './queries/digests.ts';
import type { SeenMarks } from './seen-marks.ts';
import { settle, sweep } from './settle.ts';
import { Unlinked } from './queries/unlinked.ts';

export function postgresWriter(
  connection: Connection,
  { marks, changes }: { readonly marks: SeenMarks; readonly changes: SeenChanges },
): StoreWriter {
  const unlinked = new Unlinked();
  const ask = <Answer>(query: () => Query<Answer>) => connection.askOnce((sql) => sql.perform(query()));
  const transaction = <Answer>(trees: readonly Key[], query: () => Query<Answer>) =>
    connection.transaction(trees, (sql) => sql.perform(query()));
  const alone = <Answer>(query: () => Query<Answer>) => connection.alone((sql) => sql.perform(query()));
  /** Most steps concern one tree, and no other writer uses it meanwhile. */
  const treesOf = async (session: SessionUid) => {
    const tree = await ask(() => treeOf(session));
    return tree === undefined ? [] : [tree];
  };
  return {
    ...sharedWriter(postgresDialect, { ask, askAtOneMoment: ask, transaction, alone }, marks),
    gather: async () => connection.gather(),
    flush: () => connection.flush(),

    unlinked: (limit) => ask(() => unlinked.list(limit)),
    linked: (sessions) => transaction([], () => unlinked.mark(sessions)),
    putMinedUses: async (mined) =>
      transaction(await treesOf(mined.session), function* () {
        if (!(yield* isOutdated(mined.session, changes))) yield* putMinedUses(mined);
      }),
    putDigest: async (digest, at) => transaction(await treesOf(digest.session), () => putDigest(digest, at, changes)),

    async evict(sessions, how) {
      const gone = await alone(() => evict(postgresDialect, sessions, how));
      if (gone.sessions.length > 0) await sweep(connection);
      return gone;
    },
    async forget(sessions) {
      const gone = await alone(() => forget(postgresDialect, sessions));
      if (gone.sessions > 0 || gone.bytes > 0) await sweep(connection);
      return gone;
    },
    settle: () => settle(connection),
  };
}
