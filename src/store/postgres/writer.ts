import type { StoreWriter } from '../store.ts';
import { commitBatch } from './commit.ts';
import type { Connection } from './connection.ts';
import { unanalyzedSessions } from '../queries/sessions/digests.ts';
import { postgresDialect } from './dialect.ts';
import { isOutdated, putDigest, type SeenChanges } from './digests.ts';
import { dropDerived } from './drop-derived.ts';
import { bringBack, evict } from './evict.ts';
import { forget } from './forget.ts';
import { knownEvents } from './shims.ts';
import { putLinkEdges, Unlinked } from './link-edges.ts';
import { putToldChains, putVectors } from './put-chains.ts';
import { endToldUse, putMinedUses, putToldUses } from './put-invocations.ts';
import { sessionsWithNative, treeOf } from './shims.ts';
import { sayOfChain } from './say-of-chain.ts';
import type { SeenMarks } from './seen-marks.ts';
import { settle, sweep } from './settle.ts';

export function postgresWriter(
  connection: Connection,
  { marks, changes }: { readonly marks: SeenMarks; readonly changes: SeenChanges },
): StoreWriter {
  const unlinked = new Unlinked();
  /** Most steps concern one tree, and no other writer is at it meanwhile. */
  const atTreeOf = async (session: Parameters<typeof treeOf>[1]) => {
    const tree = await connection.askOnce((sql) => treeOf(sql, session));
    return tree === undefined ? [] : [tree];
  };
  return {
    gather: async () => connection.gather(),
    flush: () => connection.flush(),

    commit: (batch) => connection.transaction([batch.tree], (sql) => commitBatch(sql, batch, marks)),
    known: (tree, events) => connection.askOnce(async (sql) => new Set((await knownEvents(sql, tree, events)).keys())),

    putLinkEdges: (tree, session, edges) =>
      connection.transaction([tree], (sql) => putLinkEdges(sql, { tree, session, edges })),
    unlinked: (limit) => connection.askOnce((sql) => unlinked.list(sql, limit)),
    linked: (sessions) => connection.transaction([], (sql) => unlinked.mark(sql, sessions)),

    putChains: (chains) =>
      connection.transaction([...new Set(chains.map(({ tree }) => tree))], (sql) => putToldChains(sql, chains)),
    sayOfChain: (chain, word) => connection.transaction([chain.tree], (sql) => sayOfChain(sql, chain, word)),
    putVectors: (vectors) => connection.transaction([], (sql) => putVectors(sql, vectors)),

    putMinedUses: async (mined) =>
      connection.transaction(await atTreeOf(mined.session), async (sql) => {
        if (!(await sql.perform(isOutdated(mined.session, changes)))) await putMinedUses(sql, mined);
      }),
    putToldUses: (uses) =>
      connection.transaction([...new Set(uses.map(({ tree }) => tree))], (sql) => putToldUses(sql, uses)),
    endToldUse: (use, end) => connection.transaction([use.tree], (sql) => endToldUse(sql, use, end)),

    title: (native, flavor, title) =>
      connection.transaction([], async (sql) => {
        const uids = await sessionsWithNative(sql, { native, flavor, limit: manySessions });
        await sql.run('update session set title = ? where uid = any (?::text[])', title, uids);
      }),

    unanalyzed: (limit) => connection.askOnce((sql) => sql.perform(unanalyzedSessions(postgresDialect, limit))),
    putDigest: async (digest, at) =>
      connection.transaction(await atTreeOf(digest.session), (sql) => sql.perform(putDigest(digest, at, changes))),
    async evict(sessions, how) {
      const gone = await connection.alone((sql) => evict(sql, sessions, how));
      if (gone.sessions.length > 0) await sweep(connection);
      return gone;
    },
    bringBack: (path, pieces) => connection.alone((sql) => bringBack(sql, path, pieces)),
    async forget(sessions) {
      const gone = await connection.alone((sql) => forget(sql, sessions));
      if (gone.sessions > 0 || gone.bytes > 0) await sweep(connection);
      return gone;
    },
    dropDerived: () => connection.alone(dropDerived),

    setMeta: (name, value) =>
      connection.transaction([], async (sql) => {
        await sql.run(
          'insert into meta values (?, ?) on conflict (name) do update set value = excluded.value',
          name,
          value,
        );
      }),
    settle: () => settle(connection),
  };
}

const manySessions = 1_000;
