import type { Key, SessionUid } from '../../model/ids.ts';
import {
  minedBasis,
  outlineAttemptColumns,
  outlineChainColumns,
  outlineColumns,
  outlineEdgeColumns,
  toOutlineChains,
  toOutlineEdge,
  toOutlineStep,
} from '../rows/outline-record.ts';
import type { OutlineChain, OutlineEdge, OutlineStep } from '../store.ts';
import type { Connection } from './connection.ts';
import { threadOf } from './shims.ts';

export function outline(
  connection: Connection,
  session: SessionUid,
  { after, limit }: { readonly after: number; readonly limit: number },
): readonly OutlineStep[] {
  const thread = threadOf(connection, session);
  if (thread === undefined) return [];
  return connection
    .rows(
      `select ${outlineColumns} from event e where e.tree = ? and e.session = ? and e.seq > ? and e.step = e.seq order by e.seq limit ?`,
      thread.tree,
      thread.session,
      after,
      limit,
    )
    .map(toOutlineStep);
}

export function outlineOf(connection: Connection, session: SessionUid, events: readonly Key[]): readonly OutlineStep[] {
  const thread = threadOf(connection, session);
  if (thread === undefined) return [];
  return connection
    .rows(
      `select ${outlineColumns} from json_each(?) w cross join event e on e.id = w.value where +e.tree = ? and e.session = ? and e.step = e.seq order by e.seq`,
      JSON.stringify(events),
      thread.tree,
      thread.session,
    )
    .map(toOutlineStep);
}

export function callsAfter(
  connection: Connection,
  session: SessionUid,
  { after, limit }: { readonly after: number; readonly limit: number },
): readonly number[] {
  const thread = threadOf(connection, session);
  if (thread === undefined) return [];
  return connection
    .rows(
      'select e.seq from event e where e.tree = ? and e.session = ? and e.seq > ? and e.step = e.seq and e.tool is not null order by e.seq limit ?',
      thread.tree,
      thread.session,
      after,
      limit,
    )
    .map(([seq]) => seq as number);
}

export function outlineEdges(
  connection: Connection,
  session: SessionUid,
  { after, until }: { readonly after: number; readonly until: number },
): readonly OutlineEdge[] {
  const thread = threadOf(connection, session);
  if (thread === undefined) return [];
  return connection
    .rows(
      `select ${outlineEdgeColumns} from edge g where g.tree = ? and g.session = ? and g.effect > ? and g.effect <= ? order by g.effect`,
      thread.tree,
      thread.session,
      after,
      until,
    )
    .map((row) => toOutlineEdge(row, thread.tree));
}

export function outlineChains(
  connection: Connection,
  session: SessionUid,
  { after, limit }: { readonly after: Key; readonly limit: number },
): readonly OutlineChain[] {
  const thread = threadOf(connection, session);
  if (thread === undefined) return [];
  // With the tree the index has them in order; without it every page is sorted out of all.
  const chains = connection.rows(
    `select ${outlineChainColumns} from chain c join failure f on f.fingerprint = c.fingerprint where c.session = ? and c.tree = ? and c.basis = ${minedBasis} and c.chain > ? order by c.chain limit ?`,
    session,
    thread.tree,
    after,
    limit,
  );
  if (chains.length === 0) return [];
  const attempts = connection.rows(
    `select ${outlineAttemptColumns} from json_each(?) w cross join attempt a on a.tree = w.value ->> 0 and a.chain = w.value ->> 1 where a.told = 0 order by a.chain, a.number`,
    JSON.stringify(chains.map(([tree, chain]) => [tree, chain])),
  );
  return toOutlineChains(chains, attempts);
}
