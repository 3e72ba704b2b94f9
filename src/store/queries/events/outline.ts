import { eventId, type Key, type SessionUid } from '../../../model/ids.ts';
import {
  minedBasis,
  outlineAttemptColumns,
  outlineChainColumns,
  outlineColumns,
  outlineEdgeColumns,
  toOutlineChains,
  toOutlineEdge,
  toOutlineStep,
} from '../../rows/outline-record.ts';
import type { MarkedCall, OutlineChain, OutlineEdge, OutlineStep } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { rows, type Query } from '../query.ts';
import { threadOf } from '../sessions/sessions.ts';

interface OutlinePage {
  readonly after: number;
  readonly limit: number;
}

export function* outline(session: SessionUid, { after, limit }: OutlinePage): Query<readonly OutlineStep[]> {
  const thread = yield* threadOf(session);
  if (thread === undefined) return [];
  const found = yield* rows(
    `select ${outlineColumns} from event e where e.tree = ? and e.session = ? and e.seq > ? and e.step = e.seq
      order by e.seq limit ?`,
    thread.tree,
    thread.session,
    after,
    limit,
  );
  return found.map(toOutlineStep);
}

export function* outlineOf(db: Dialect, session: SessionUid, events: readonly Key[]): Query<readonly OutlineStep[]> {
  const thread = yield* threadOf(session);
  if (thread === undefined) return [];
  const found = yield* rows(
    `select ${outlineColumns} from ${db.list('bigint')} ${db.joinInOrder} event e on e.id = w.value and ${db.unindexed('e.tree')} = ?
      where e.session = ? and e.step = e.seq order by e.seq`,
    events,
    thread.tree,
    thread.session,
  );
  return found.map(toOutlineStep);
}

export function* callsAfter(db: Dialect, session: SessionUid, { after, limit }: OutlinePage): Query<readonly number[]> {
  const thread = yield* threadOf(session);
  if (thread === undefined) return [];
  return yield* db.numbers(
    `select e.seq as number from event e
      where e.tree = ? and e.session = ? and e.seq > ? and e.step = e.seq and e.tool is not null
      order by e.seq limit ?`,
    thread.tree,
    thread.session,
    after,
    limit,
  );
}

export function* markedCalls(
  db: Dialect,
  session: SessionUid,
  { after, limit, containing }: OutlinePage & { readonly containing: string },
): Query<readonly MarkedCall[]> {
  const thread = yield* threadOf(session);
  if (thread === undefined) return [];
  const found = yield* rows<readonly [seq: number, id: Key, at: number | null, marks: string]>(
    `select e.seq, e.id, e.at, e.marks from event e
      where e.tree = ? and e.session = ? and e.seq > ? and e.step = e.seq and e.failed = 0 and ${db.holds('e.marks')}
      order by e.seq limit ?`,
    thread.tree,
    thread.session,
    after,
    containing.replaceAll(/[A-Z]+/g, (latin) => latin.toLowerCase()),
    limit,
  );
  return found.map(([seq, event, at, marks]) => ({
    seq,
    id: eventId({ tree: thread.tree, event }),
    at,
    marks: marks.split('\n'),
  }));
}

export function* outlineEdges(
  session: SessionUid,
  { after, until }: { readonly after: number; readonly until: number },
): Query<readonly OutlineEdge[]> {
  const thread = yield* threadOf(session);
  if (thread === undefined) return [];
  const found = yield* rows(
    `select ${outlineEdgeColumns} from edge g where g.tree = ? and g.session = ? and g.effect > ? and g.effect <= ?
      order by g.effect`,
    thread.tree,
    thread.session,
    after,
    until,
  );
  return found.map((row) => toOutlineEdge(row, thread.tree));
}

export function* outlineChains(
  db: Dialect,
  session: SessionUid,
  { after, limit }: OutlinePage,
): Query<readonly OutlineChain[]> {
  const thread = yield* threadOf(session);
  if (thread === undefined) return [];
  // With the tree the index has them in order; without it all of them are sorted for every page.
  const chains = yield* rows<readonly [tree: Key, chain: Key, ...rest: unknown[]]>(
    `select ${outlineChainColumns} from chain c join failure f on ${db.failureOf('c')}
      where c.tree = ? and c.session = ? and c.basis = ${minedBasis} and c.chain > ? order by c.chain limit ?`,
    thread.tree,
    session,
    after,
    limit,
  );
  if (chains.length === 0) return [];
  const { table, column, values } = db.tuples(2);
  const attempts = yield* rows(
    `select ${outlineAttemptColumns} from ${table}
       ${db.joinInOrder} attempt a on a.tree = ${column(0)} and a.chain = ${column(1)}
      where a.told = 0 order by a.chain, a.number`,
    ...values(chains.map(([tree, chain]) => [tree, chain])),
  );
  return toOutlineChains(chains, attempts);
}
