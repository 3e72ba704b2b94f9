import type { Chain } from '../../model/chain.ts';
import { chainId, chainKeyRange, chainRef, workspaceTree, type ChainRef, type Key } from '../../model/ids.ts';
import { Conditions } from '../conditions.ts';
import { toChain, type ChainRecord } from '../chain-record.ts';
import { chainBasisCodes, chainStateCodes, errorKindCodes } from '../codes.ts';
import { attemptColumns, type AttemptRecord } from '../kept-chain.ts';
import { ofRepo } from '../repo-condition.ts';
import type { ChainFilter, ChainGroup, FailureRow, Page } from '../store.ts';
import type { Parameter, Sql } from './sql.ts';

export async function chain(sql: Sql, { tree, chain: key }: ChainRef): Promise<Chain | undefined> {
  return (await toChains(sql, await sql.all<ChainRecord>(`select ${columns} from ${joined} where c.tree = ? and c.chain = ?`, tree, key)))[0];
}

export async function chainsOf(sql: Sql, refs: readonly ChainRef[]): Promise<readonly Chain[]> {
  return await toChains(sql, await sql.all<ChainRecord>(
    `select ${columns} from unnest(?::bigint[], ?::bigint[]) with ordinality w(tree, chain, place) join chain c on c.tree = w.tree and c.chain = w.chain
       join failure f on f.tree = c.tree and f.fingerprint = c.fingerprint left join session s on s.uid = c.session order by w.place`,
    refs.map(({ tree }) => tree), refs.map(({ chain: key }) => key),
  ));
}

export async function findChains(sql: Sql, prefix: string, limit: number): Promise<readonly Chain[]> {
  const ref = chainRef(prefix);
  if (ref) return [await chain(sql, ref)].filter((found) => found !== undefined);
  const range = chainKeyRange(prefix);
  if (range === undefined) return [];
  const rows = await sql.all<ChainRecord>(`select ${columns} from ${joined} where c.chain >= ? and c.chain < ? order by c.chain limit ?`, range.low, range.high, limit);
  // A prefix may reach into the tree part.
  return (await toChains(sql, rows)).filter(({ id }) => id.startsWith(prefix));
}

export async function chains(sql: Sql, filter: ChainFilter, page: Page): Promise<{ readonly chains: readonly Chain[]; readonly total: number }> {
  const { limit, offset } = page;
  const { from, where, values } = conditionsOf(filter);
  const order = filter.oldestFirst ? 'c.at nulls first, c.chain' : 'c.at desc nulls last, c.chain';
  const found = await toChains(sql, await sql.all<ChainRecord>(`select ${columns} from ${from} ${where} order by ${order} limit ? offset ?`, ...values, limit, offset));
  const isAll = offset === 0 && found.length < limit;
  const total = isAll ? found.length : (await sql.get<{ total: number }>(`select count(*) as total from ${from} ${where}`, ...values))!.total;
  return { chains: found, total };
}

export async function chainGroups(
  sql: Sql, by: 'fingerprint' | 'type', filter: ChainFilter, { limit, offset }: Page,
): Promise<{ readonly groups: readonly ChainGroup[]; readonly total: number }> {
  const { from, where, values } = conditionsOf(filter);
  const [name, group] = by === 'type' ? ['c.type', 'c.type'] : ['min(f.text)', 'c.fingerprint'];
  const groups = await sql.all<GroupRecord>(
    `select ${name} as name, count(*) as count, count(distinct c.session) as sessions, array_agg(distinct s.repo) as repos,
            array_agg(distinct s.source) as sources, count(*) filter (where c.state = ${resolved}) as resolved, count(*) filter (where c.state = ${unverified}) as unverified,
            min(c.at) as "firstAt", max(c.at) as "lastAt"
       from ${from} ${where} group by ${group} order by count desc, name limit ? offset ?`,
    ...values, limit, offset,
  );
  const isAll = offset === 0 && groups.length < limit;
  const total = isAll ? groups.length : (await sql.get<{ total: number }>(`select count(distinct ${group}) as total from ${from} ${where}`, ...values))!.total;
  return { groups: groups.map((row) => ({ ...row, repos: named(row.repos), sources: named(row.sources) })), total };
}

const resolved = chainStateCodes.encode('resolved');
const unverified = chainStateCodes.encode('unverified');

interface GroupRecord extends Omit<ChainGroup, 'repos' | 'sources'> {
  readonly repos: readonly (string | null)[];
  readonly sources: readonly (string | null)[];
}

function named(names: readonly (string | null)[]): readonly string[] {
  return names.filter((name) => name !== null).toSorted();
}

/** The same in every tree; one of them has the vector, and the first that was told has the type. */
export async function failures(sql: Sql): Promise<readonly FailureRow[]> {
  return await sql.all<FailureRow>(`${failureTexts} group by fingerprint`);
}

/** What all trees together say of a fingerprint. */
export const failureTexts = `select fingerprint, min(text) as text, coalesce((array_agg(type order by typed) filter (where type <> ''))[1], '') as type,
  (array_agg(vector) filter (where vector is not null))[1] as vector from failure`;

const joined = 'chain c join failure f on f.tree = c.tree and f.fingerprint = c.fingerprint left join session s on s.uid = c.session';
const columns = 'c.tree, c.chain, c.session, c.basis, c.kind, c.state, f.text as fingerprint, c.type, c.message, c.action, c.marks, c.context, c.at, c.resolved_at, c.verified_by, c.culprit, c.said, s.source, s.repo';

interface Chosen {
  readonly from: string;
  readonly where: string;
  readonly values: readonly Parameter[];
}

function conditionsOf(filter: ChainFilter): Chosen {
  const conditions = new Conditions<Parameter>();
  conditions.add('c.session = ?', filter.session);
  conditions.add('s.source = ?', filter.source);
  conditions.add(...ofRepo('s', filter.repo));
  conditions.add('(s.workspace = ? or (c.session is null and c.tree = ?))', filter.workspace, workspaceTree(filter.workspace ?? ''));
  conditions.add('c.type = ?', filter.type);
  conditions.add('c.at >= ?', filter.since);
  conditions.add('c.at <= ?', filter.until);
  conditions.add('c.basis = ?', filter.basis && chainBasisCodes.encode(filter.basis)!);
  conditions.add('c.kind = any (?::int[])', filter.kinds?.map((kind) => errorKindCodes.encode(kind)!));
  conditions.add('c.state = any (?::int[])', filter.states?.map((state) => chainStateCodes.encode(state)!));
  conditions.add('c.fingerprint = any (?::bigint[])', filter.failedAs);
  if (filter.failedAs === undefined) {
    conditions.add(
      `(c.tree, c.chain) in (select tree, chain from chain where fingerprint = any (?::bigint[]) union select tree, chain from complaint where fingerprint = any (?::bigint[]))`,
      filter.fingerprints, filter.fingerprints ?? [],
    );
  }
  const { where, values } = conditions;
  return { from: joined, where, values };
}

async function toChains(sql: Sql, rows: readonly ChainRecord[]): Promise<readonly Chain[]> {
  if (rows.length === 0) return [];
  const wanted = [rows.map(({ tree }) => tree), rows.map(({ chain: key }) => key)] as const;
  const attempts = Map.groupBy(await sql.all<AttemptRecord>(
    `select ${attemptColumns} from unnest(?::bigint[], ?::bigint[]) w(tree, chain) join attempt a on a.tree = w.tree and a.chain = w.chain order by a.number`, ...wanted,
  ), (row) => chainId(row));
  const also = Map.groupBy(await sql.all<{ tree: Key; chain: Key; text: string }>(
    `select a.tree, a.chain, f.text from unnest(?::bigint[], ?::bigint[]) w(tree, chain) join complaint a on a.tree = w.tree and a.chain = w.chain
       join failure f on f.tree = a.tree and f.fingerprint = a.fingerprint order by a.number`, ...wanted,
  ), (row) => chainId(row));
  return rows.map((row) => toChain(row, attempts.get(chainId(row)) ?? [], (also.get(chainId(row)) ?? []).map(({ text }) => text)));
}
