import type { Chain } from '../../model/chain.ts';
import { chainId, chainKeyRange, chainRef, type ChainRef, type Key } from '../../model/ids.ts';
import { toChain, type ChainRecord } from '../rows/chain-record.ts';
import { attemptColumns, type AttemptRecord } from '../rows/kept-chain.ts';
import type { ChainFilter, FailureRow, Page } from '../store.ts';
import { asked, ofFingerprints } from './chain-conditions.ts';
import { countChains } from './count-chains.ts';
import type { Sql } from './sql.ts';

export async function chain(sql: Sql, { tree, chain: key }: ChainRef): Promise<Chain | undefined> {
  return (
    await toChains(
      sql,
      await sql.all<ChainRecord>(`select ${columns} from ${joined} where c.tree = ? and c.chain = ?`, tree, key),
    )
  )[0];
}

export async function chainsOf(sql: Sql, refs: readonly ChainRef[]): Promise<readonly Chain[]> {
  return await toChains(
    sql,
    await sql.all<ChainRecord>(
      `select ${columns} from unnest(?::bigint[], ?::bigint[]) with ordinality w(tree, chain, place) join chain c on c.tree = w.tree and c.chain = w.chain
       join failure f on f.tree = c.tree and f.fingerprint = c.fingerprint left join session s on s.uid = c.session order by w.place`,
      refs.map(({ tree }) => tree),
      refs.map(({ chain: key }) => key),
    ),
  );
}

export async function findChains(sql: Sql, prefix: string, limit: number): Promise<readonly Chain[]> {
  const ref = chainRef(prefix);
  if (ref) return [await chain(sql, ref)].filter((found) => found !== undefined);
  const range = chainKeyRange(prefix);
  if (range === undefined) return [];
  const rows = await sql.all<ChainRecord>(
    `select ${columns} from ${joined} where c.chain >= ? and c.chain < ? order by c.chain limit ?`,
    range.low,
    range.high,
    limit,
  );
  // A prefix may reach into the tree part.
  return (await toChains(sql, rows)).filter(({ id }) => id.startsWith(prefix));
}

export async function chains(
  sql: Sql,
  filter: ChainFilter,
  page: Page,
): Promise<{ readonly chains: readonly Chain[]; readonly total: number }> {
  const { limit, offset } = page;
  if (limit === 0) return { chains: [], total: await countChains(sql, filter) };
  const { where, values } = asked(filter);
  const order = filter.oldestFirst ? 'c.at nulls first, c.chain' : 'c.at desc nulls last, c.chain';
  const found = await toChains(
    sql,
    await sql.all<ChainRecord>(
      `select ${columns} from ${joined} ${where} order by ${order} limit ? offset ?`,
      ...values,
      limit,
      offset,
    ),
  );
  const isAll = offset === 0 && found.length < limit;
  return { chains: found, total: isAll ? found.length : await countChains(sql, filter) };
}

export async function latestChains(
  sql: Sql,
  fingerprints: readonly Key[],
  filter: ChainFilter,
): Promise<readonly Chain[]> {
  const { from, where, values } = ofFingerprints(filter, fingerprints);
  return await chainsOf(
    sql,
    await sql.all<ChainRef>(
      `select distinct on (c.fingerprint) c.tree, c.chain from ${from} ${where} order by c.fingerprint, c.at desc nulls last, c.chain`,
      ...values,
    ),
  );
}

export async function failureTexts(
  sql: Sql,
  fingerprints: readonly Key[],
): Promise<readonly Pick<FailureRow, 'fingerprint' | 'text'>[]> {
  return await sql.all(
    'select fingerprint, min(text) as text from failure where fingerprint = any (?::bigint[]) group by fingerprint',
    fingerprints,
  );
}

/** The same in every tree; one of them has the vector, and the first that was told has the type. */
export async function failures(sql: Sql): Promise<readonly FailureRow[]> {
  return await sql.all<FailureRow>(`${failuresTold} group by fingerprint`);
}

/** What all trees together say of a fingerprint. */
export const failuresTold = `select fingerprint, min(text) as text, coalesce((array_agg(type order by typed) filter (where type <> ''))[1], '') as type,
  (array_agg(vector) filter (where vector is not null))[1] as vector from failure`;

const joined =
  'chain c join failure f on f.tree = c.tree and f.fingerprint = c.fingerprint left join session s on s.uid = c.session';
const columns =
  'c.tree, c.chain, c.session, c.basis, c.kind, c.state, f.text as fingerprint, c.type, c.message, c.action, c.marks, c.context, c.at, c.resolved_at, c.verified_by, c.culprit, c.said, s.source, s.repo';

async function toChains(sql: Sql, rows: readonly ChainRecord[]): Promise<readonly Chain[]> {
  if (rows.length === 0) return [];
  const wanted = [rows.map(({ tree }) => tree), rows.map(({ chain: key }) => key)] as const;
  const attempts = Map.groupBy(
    await sql.all<AttemptRecord>(
      `select ${attemptColumns} from unnest(?::bigint[], ?::bigint[]) w(tree, chain) join attempt a on a.tree = w.tree and a.chain = w.chain order by a.number`,
      ...wanted,
    ),
    (row) => chainId(row),
  );
  const also = Map.groupBy(
    await sql.all<{ tree: Key; chain: Key; text: string }>(
      `select a.tree, a.chain, f.text from unnest(?::bigint[], ?::bigint[]) w(tree, chain) join complaint a on a.tree = w.tree and a.chain = w.chain
       join failure f on f.tree = a.tree and f.fingerprint = a.fingerprint order by a.number`,
      ...wanted,
    ),
    (row) => chainId(row),
  );
  return rows.map((row) =>
    toChain(
      row,
      attempts.get(chainId(row)) ?? [],
      (also.get(chainId(row)) ?? []).map(({ text }) => text),
    ),
  );
}
