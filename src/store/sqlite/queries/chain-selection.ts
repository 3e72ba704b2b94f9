import type { Key } from '../../../model/ids.ts';
import {
  chainConditions,
  joinSession,
  needsSession,
  type ChainSelection,
} from '../../queries/chains/chain-conditions.ts';
import { Conditions } from '../../queries/conditions.ts';
import { get, type Parameter, type Query } from '../../queries/query.ts';
import type { ChainFilter } from '../../store.ts';

// Each question in the fastest order: by default SQLite often scans all chains.

/** To list them, with their failures and sessions. */
export function listedChains(filter: ChainFilter): ChainSelection {
  return selection(
    `${fewChains(filter) ?? 'chain c'} left join failure f on f.fingerprint = c.fingerprint ${joinSession}`,
    filter,
  );
}

/** To count them by an index alone: no chain is read, unless the filter needs more than the index has. */
export function* countedChains(filter: ChainFilter, by: 'type' | 'fingerprint'): Query<ChainSelection> {
  const { source, repo, workspace, session, basis, type } = filter;
  const join = workspace === undefined ? '' : joinSession;
  const few = fewChains(filter);
  if (few !== undefined) return selection(`${few} ${needsSession(filter) ? joinSession : ''}`, filter);
  if (source !== undefined || repo !== undefined)
    return selection('session s cross join chain c on c.session = s.uid', filter);
  if (session !== undefined || basis !== undefined || type !== undefined) return selection(`chain c ${join}`, filter);
  const index = (yield* isOfFewChains(filter)) ? 'chain_by_time' : `chain_by_${by}`;
  return selection(`chain c indexed by ${index} ${join}`, filter);
}

/** Those of one fingerprint, by time, or by session where sessions are requested. */
export function chainsOfFingerprint(
  filter: ChainFilter,
  fingerprint: Key,
  { bySession = needsSession(filter) } = {},
): ChainSelection {
  const conditions = new Conditions<Parameter>();
  conditions.add('c.fingerprint = ?', fingerprint);
  const { where, values } = chainConditions(filter, conditions);
  const index = bySession ? 'chain_by_meeting' : 'chain_by_fingerprint';
  return { from: `chain c indexed by ${index} ${needsSession(filter) ? joinSession : ''}`, where, values };
}

/** Those of some fingerprints are looked up one by one. */
function fewChains({ failedAs, fingerprints }: ChainFilter): string | undefined {
  if (failedAs !== undefined)
    return '(select distinct value from json_each(?)) w cross join chain c on c.fingerprint = w.value';
  if (fingerprints === undefined) return undefined;
  return `(select tree, chain from chain where fingerprint in (select value from json_each(?))
      union select tree, chain from complaint where fingerprint in (select value from json_each(?))) w
    cross join chain c on c.tree = w.tree and c.chain = w.chain`;
}

/** A long period has many chains, and then the order of the groups matters more than that of time. */
function* isOfFewChains({ since, until = Number.MAX_SAFE_INTEGER }: ChainFilter): Query<boolean> {
  if (since === undefined) return false;
  const { count } = (yield* get<{ count: number }>(
    'select count(*) as count from (select 1 from chain where at >= ? and at <= ? limit ?)',
    since,
    until,
    maxFew,
  ))!;
  return count < maxFew;
}

const maxFew = 10_000;

function selection(from: string, filter: ChainFilter): ChainSelection {
  const { where, values } = chainConditions(filter);
  const named = filter.failedAs ?? filter.fingerprints;
  if (named === undefined) return { from, where, values };
  return { from, where, values: filter.failedAs === undefined ? [named, named, ...values] : [named, ...values] };
}
