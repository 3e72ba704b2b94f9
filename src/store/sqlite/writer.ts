import type { StoreWriter } from '../store.ts';
import { commitBatch } from './commit.ts';
import type { Connection } from './connection.ts';
import { unanalyzedSessions } from '../queries/sessions/digests.ts';
import { putDigest } from './digests.ts';
import { sqliteDialect } from './dialect.ts';
import { dropDerived } from './drop-derived.ts';
import { bringBack, evict } from './evict.ts';
import { forget } from './forget.ts';
import { knownEvents } from './shims.ts';
import { markLinked, putLinkEdges, unlinkedSessions } from './link-edges.ts';
import { putToldChain } from './put-chains.ts';
import { endToldUse, putMinedUses, putToldUse } from './put-invocations.ts';
import { sayOfChain } from './say-of-chain.ts';
import { sessionsWithNative } from './shims.ts';
import { settle } from './settle.ts';

export function sqliteWriter(connection: Connection): StoreWriter {
  return {
    gather: () => connection.ask(() => connection.gather()),
    flush: () => connection.ask(() => connection.flush()),

    commit: (batch) => connection.transaction(() => commitBatch(connection, batch)),
    known: (tree, events) => connection.ask(() => new Set(knownEvents(connection, tree, events).keys())),

    putLinkEdges: (tree, session, edges) =>
      connection.transaction(() => putLinkEdges(connection, { tree, session, edges })),
    unlinked: (limit) => connection.ask(() => unlinkedSessions(connection, limit)),
    linked: (sessions) => connection.transaction(() => markLinked(connection, sessions)),

    putChains: (chains) => connection.transaction(() => chains.forEach((chain) => putToldChain(connection, chain))),
    sayOfChain: (chain, word) => connection.transaction(() => sayOfChain(connection, chain, word)),
    putVectors: (vectors) =>
      connection.transaction(() => {
        for (const { fingerprint, vector } of vectors)
          connection.run('update failure set vector = ? where fingerprint = ?', vector, fingerprint);
      }),

    putMinedUses: (mined) => connection.transaction(() => putMinedUses(connection, mined)),
    putToldUses: (uses) => connection.transaction(() => uses.forEach((use) => putToldUse(connection, use))),
    endToldUse: (use, end) => connection.transaction(() => endToldUse(connection, use, end)),

    title: (native, flavor, title) =>
      connection.transaction(() => {
        for (const uid of sessionsWithNative(connection, { native, flavor, limit: manySessions })) {
          connection.run('update session set title = ? where uid = ?', title, uid);
        }
      }),

    unanalyzed: (limit) => connection.ask(() => connection.perform(unanalyzedSessions(sqliteDialect, limit))),
    putDigest: (digest, at) => connection.transaction(() => connection.perform(putDigest(digest, at))),
    evict: (sessions, how) => evict(connection, sessions, how),
    bringBack: (path, pieces) => connection.transaction(() => bringBack(connection, path, pieces)),
    forget: (sessions) => forget(connection, sessions),
    dropDerived: () => connection.transaction(() => dropDerived(connection)),

    setMeta: (name, value) =>
      connection.transaction(() => {
        connection.run('insert into meta values (?, ?) on conflict do update set value = excluded.value', name, value);
      }),
    settle: () => connection.ask(() => settle(connection)),
  };
}

const manySessions = 1_000;
