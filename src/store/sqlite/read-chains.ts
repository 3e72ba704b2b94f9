import type { SQLInputValue } from 'node:sqlite';
import type { Chain } from '../../model/chain.ts';
import { chainId, chainKeyRange, chainRef, workspaceTree, type ChainRef, type Key } from '../../model/ids.ts';
import { toChain, type ChainRecord } from '../chain-record.ts';
import type { ChainFilter, ChainGroup, FailureRow, Page } from '../store.ts';
import { chainBasisCodes, chainStateCodes, errorKindCodes } from '../codes.ts';
import { Conditions } from '../conditions.ts';
import type { Connection } from './connection.ts';
import { attemptColumns, type AttemptRecord } from '../kept-chain.ts';
import { ofRepo } from '../repo-condition.ts';

export function chain(connection: Connection, { tree, chain: key }: ChainRef): Chain | undefined {
  return toChains(connection, connection.all<ChainRecord>(`select ${columns} from ${joined} where c.tree = ? and c.chain = ?`, tree, key))[0];
}

export function chainsOf(connection: Connection, refs: readonly ChainRef[]): readonly Chain[] {
  return toChains(connection, connection.all<ChainRecord>(
    `select ${columns} from json_each(?) w cross join chain c on c.tree = w.value ->> 0 and c.chain = w.value ->> 1
       join failure f on f.fingerprint = c.fingerprint left join session s on s.uid = c.session order by w.key`,
    JSON.stringify(refs.map(({ tree, chain: key }) => [tree, key])),
  ));
}

export function findChains(connection: Connection, prefix: string, limit: number): readonly Chain[] {
  const ref = chainRef(prefix);
  if (ref) return [chain(connection, ref)].filter((found) => found !== undefined);
  const range = chainKeyRange(prefix);
  if (range === undefined) return [];
  const rows = connection.all<ChainRecord>(`select ${columns} from ${joined} where c.chain >= ? and c.chain < ? order by c.chain limit ?`, range.low, range.high, limit);
  // A prefix may reach into the tree part.
  return toChains(connection, rows).filter(({ id }) => id.startsWith(prefix));
}

export function chains(connection: Connection, filter: ChainFilter, page: Page): { readonly chains: readonly Chain[]; readonly total: number } {
  const found = someChains(connection, filter, page);
  const { from, where, values } = conditionsOf(filter);
  const isAll = page.offset === 0 && found.length < page.limit;
  const total = isAll ? found.length : connection.get<{ total: number }>(`select count(*) as total from ${from} ${where}`, ...values)!.total;
  return { chains: found, total };
}

/** Without counting the others. */
export function someChains(connection: Connection, filter: ChainFilter, { limit, offset }: Page): readonly Chain[] {
  const { from, where, values } = conditionsOf(filter);
  const order = filter.oldestFirst ? 'c.at, c.chain' : 'c.at desc, c.chain';
  return toChains(connection, connection.all<ChainRecord>(`select ${columns} from ${from} ${where} order by ${order} limit ? offset ?`, ...values, limit, offset));
}

export function chainGroups(
  connection: Connection, by: 'fingerprint' | 'type', filter: ChainFilter, { limit, offset }: Page,
): { readonly groups: readonly ChainGroup[]; readonly total: number } {
  const { from: all, where, values } = conditionsOf(filter);
  const from = all === joined && isOfFew(connection, filter) ? joinedByTime : all;
  const [name, group] = by === 'type' ? ['c.type', 'c.type'] : ['f.text', 'c.fingerprint'];
  const groups = connection.all<GroupRecord>(
    `select ${name} as name, count(*) as count, count(distinct c.session) as sessions, json_group_array(distinct s.repo) as repos,
            json_group_array(distinct s.source) as sources, sum(c.state = ${resolved}) as resolved, sum(c.state = ${unverified}) as unverified,
            min(c.at) as firstAt, max(c.at) as lastAt
       from ${from} ${where} group by ${group} order by count desc, name limit ? offset ?`,
    ...values, limit, offset,
  );
  const isAll = offset === 0 && groups.length < limit;
  const total = isAll ? groups.length : connection.get<{ total: number }>(`select count(distinct ${group}) as total from ${from} ${where}`, ...values)!.total;
  return { groups: groups.map((row) => ({ ...row, repos: named(row.repos), sources: named(row.sources) })), total };
}

/** Left to itself SQLite goes through all there are, in the order of the groups, also for those of a week. */
function isOfFew(connection: Connection, { since, until = Number.MAX_SAFE_INTEGER }: ChainFilter): boolean {
  if (since === undefined) return false;
  return connection.get<{ count: number }>('select count(*) as count from (select 1 from chain where at >= ? and at <= ? limit ?)', since, until, few)!.count < few;
}

const few = 10_000;

const resolved = chainStateCodes.encode('resolved');
const unverified = chainStateCodes.encode('unverified');

interface GroupRecord extends Omit<ChainGroup, 'repos' | 'sources'> {
  readonly repos: string;
  readonly sources: string;
}

function named(json: string): readonly string[] {
  return (JSON.parse(json) as (string | null)[]).filter((name) => name !== null).toSorted();
}

export function failures(connection: Connection): readonly FailureRow[] {
  return connection.all<FailureRow>('select fingerprint, text, type, vector from failure').map((row) => ({ ...row }));
}

const joined = 'chain c join failure f on f.fingerprint = c.fingerprint left join session s on s.uid = c.session';
const joinedByTime = joined.replace('chain c', 'chain c indexed by chain_by_time');
const columns = 'c.tree, c.chain, c.session, c.basis, c.kind, c.state, f.text as fingerprint, c.type, c.message, c.action, c.marks, c.context, c.at, c.resolved_at, c.verified_by, c.culprit, c.said, s.source, s.repo';

interface Chosen {
  readonly from: string;
  readonly where: string;
  readonly values: readonly SQLInputValue[];
}

const byFailure = `(select distinct value from json_each(?)) w cross join chain c on c.fingerprint = w.value
  left join failure f on f.fingerprint = c.fingerprint left join session s on s.uid = c.session`;

/** Chains of some fingerprints are looked up one by one; left to itself SQLite reads all of them by time. */
const byFingerprint = `(select tree, chain from chain where fingerprint in (select value from json_each(?))
    union select tree, chain from complaint where fingerprint in (select value from json_each(?))) w
  cross join chain c on c.tree = w.tree and c.chain = w.chain left join failure f on f.fingerprint = c.fingerprint left join session s on s.uid = c.session`;

function conditionsOf(filter: ChainFilter): Chosen {
  const conditions = new Conditions();
  conditions.add('c.session = ?', filter.session);
  conditions.add('s.source = ?', filter.source);
  conditions.add(...ofRepo('s', filter.repo));
  conditions.add('(s.workspace = ? or (c.session is null and c.tree = ?))', filter.workspace, workspaceTree(filter.workspace ?? ''));
  conditions.add('c.type = ?', filter.type);
  conditions.add('c.at >= ?', filter.since);
  conditions.add('c.at <= ?', filter.until);
  conditions.add('c.basis = ?', filter.basis && chainBasisCodes.encode(filter.basis)!);
  conditions.add('c.kind in (select value from json_each(?))', filter.kinds && JSON.stringify(filter.kinds.map((kind) => errorKindCodes.encode(kind))));
  conditions.add('c.state in (select value from json_each(?))', filter.states && JSON.stringify(filter.states.map((state) => chainStateCodes.encode(state))));
  const { where, values } = conditions;
  if (filter.failedAs !== undefined) return { from: byFailure, where, values: [JSON.stringify(filter.failedAs), ...values] };
  if (filter.fingerprints === undefined) return { from: joined, where, values };
  const wanted = JSON.stringify(filter.fingerprints);
  return { from: byFingerprint, where, values: [wanted, wanted, ...values] };
}

function toChains(connection: Connection, rows: readonly ChainRecord[]): readonly Chain[] {
  const wanted = JSON.stringify(rows.map(({ tree, chain: key }) => [tree, key]));
  const attempts = Map.groupBy(attemptsOf(connection, wanted), (row) => chainId(row));
  const also = Map.groupBy(alsoOf(connection, wanted), (row) => chainId(row));
  return rows.map((row) => toChain(row, attempts.get(chainId(row)) ?? [], (also.get(chainId(row)) ?? []).map(({ text }) => text)));
}

function attemptsOf(connection: Connection, wanted: string): readonly AttemptRecord[] {
  return connection.all<AttemptRecord>(
    `select ${attemptColumns}
       from json_each(?) w cross join attempt a on a.tree = w.value ->> 0 and a.chain = w.value ->> 1 order by a.number`,
    wanted,
  );
}

function alsoOf(connection: Connection, wanted: string): readonly { readonly tree: Key; readonly chain: Key; readonly text: string }[] {
  return connection.all(
    `select a.tree, a.chain, f.text from json_each(?) w cross join complaint a on a.tree = w.value ->> 0 and a.chain = w.value ->> 1
       cross join failure f on f.fingerprint = a.fingerprint order by a.number`,
    wanted,
  );
}
