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
import { threadOf } from './shims.ts';
import type { Sql } from './sql.ts';

export async function outline(
  sql: Sql,
  session: SessionUid,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly OutlineStep[]> {
  const thread = await threadOf(sql, session);
  if (thread === undefined) return [];
  const rows = await sql.rows(
    `select ${outlineColumns} from event e where e.tree = ? and e.session = ? and e.seq > ? and e.step = e.seq order by e.seq limit ?`,
    thread.tree,
    thread.session,
    after,
    limit,
  );
  return rows.map(toOutlineStep);
}

export async function outlineOf(
  sql: Sql,
  session: SessionUid,
  events: readonly Key[],
): Promise<readonly OutlineStep[]> {
  const thread = await threadOf(sql, session);
  if (thread === undefined) return [];
  const rows = await sql.rows(
    `select ${outlineColumns} from event e where e.tree = ? and e.id = any (?::bigint[]) and e.session = ? and e.step = e.seq order by e.seq`,
    thread.tree,
    events,
    thread.session,
  );
  return rows.map(toOutlineStep);
}

export async function callsAfter(
  sql: Sql,
  session: SessionUid,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly number[]> {
  const thread = await threadOf(sql, session);
  if (thread === undefined) return [];
  // In one text: half a million rows would take the driver longer than the server.
  const [row] = await sql.rows(
    `select string_agg(c.seq::text, ',' order by c.seq) from
       (select e.seq from event e where e.tree = ? and e.session = ? and e.seq > ? and e.step = e.seq and e.tool is not null order by e.seq limit ?) c`,
    thread.tree,
    thread.session,
    after,
    limit,
  );
  const [seqs] = row as [string | null];
  return seqs === null ? [] : seqs.split(',').map(Number);
}

export async function outlineEdges(
  sql: Sql,
  session: SessionUid,
  { after, until }: { readonly after: number; readonly until: number },
): Promise<readonly OutlineEdge[]> {
  const thread = await threadOf(sql, session);
  if (thread === undefined) return [];
  const rows = await sql.rows(
    `select ${outlineEdgeColumns} from edge g where g.tree = ? and g.session = ? and g.effect > ? and g.effect <= ? order by g.effect`,
    thread.tree,
    thread.session,
    after,
    until,
  );
  return rows.map((row) => toOutlineEdge(row, thread.tree));
}

export async function outlineChains(
  sql: Sql,
  session: SessionUid,
  { after, limit }: { readonly after: Key; readonly limit: number },
): Promise<readonly OutlineChain[]> {
  const thread = await threadOf(sql, session);
  if (thread === undefined) return [];
  const chains = (await sql.rows(
    `select ${outlineChainColumns} from chain c join failure f on f.tree = c.tree and f.fingerprint = c.fingerprint where c.tree = ? and c.session = ? and c.basis = ${minedBasis} and c.chain > ? order by c.chain limit ?`,
    thread.tree,
    session,
    after,
    limit,
  )) as readonly (readonly [tree: Key, chain: Key, ...rest: unknown[]])[];
  if (chains.length === 0) return [];
  const attempts = await sql.rows(
    `select ${outlineAttemptColumns} from unnest(?::bigint[], ?::bigint[]) w(tree, chain) join attempt a on a.tree = w.tree and a.chain = w.chain
      where a.told = 0 order by a.chain, a.number`,
    chains.map(([tree]) => tree),
    chains.map(([, chain]) => chain),
  );
  return toOutlineChains(chains, attempts);
}
