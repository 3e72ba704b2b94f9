import type { Key } from '../../model/ids.ts';
import { askOfChains, asksOfSession } from '../queries/ask-of-chains.ts';
import { chainStateCodes, errorKindCodes } from '../rows/codes.ts';
import { Conditions } from '../queries/conditions.ts';
import type { SqlValue } from '../queries/sql-value.ts';
import type { ChainFilter } from '../store.ts';
import type { Connection } from './connection.ts';

/**
 * What a question about failures reads, in the order that is quickest: left to itself SQLite often goes through all
 * there are.
 */
export interface Chosen {
  readonly from: string;
  readonly where: string;
  readonly values: readonly SqlValue[];
}

export const withSession = 'left join session s on s.uid = c.session';
export const withFailure = 'left join failure f on f.fingerprint = c.fingerprint';

/** To list them, with what is said of their failures and sessions. */
export function listed(filter: ChainFilter): Chosen {
  return chosen(`${few(filter) ?? 'chain c'} ${withFailure} ${withSession}`, filter);
}

/**
 * To count them, by what the index tells: no failure is read for it, unless the filter asks for more than the index
 * has.
 */
export function counted(
  connection: Connection,
  filter: ChainFilter,
  index: 'chain_by_type' | 'chain_by_fingerprint',
): Chosen {
  const { source, repo, workspace, session, basis, type } = filter;
  const join = workspace === undefined ? '' : withSession;
  const given = few(filter);
  if (given !== undefined) return chosen(`${given} ${asksOfSession(filter) ? withSession : ''}`, filter);
  if (source !== undefined || repo !== undefined)
    return chosen('session s cross join chain c on c.session = s.uid', filter);
  if (session !== undefined || basis !== undefined || type !== undefined) return chosen(`chain c ${join}`, filter);
  return chosen(`chain c indexed by ${isOfFew(connection, filter) ? 'chain_by_time' : index} ${join}`, filter);
}

/** Those of one fingerprint, in the order of time, or of sessions where these are asked for. */
export function ofFingerprint(
  filter: ChainFilter,
  fingerprint: Key,
  { bySession = asksOfSession(filter) } = {},
): Chosen {
  const conditions = new Conditions();
  conditions.add('c.fingerprint = ?', fingerprint);
  const { where, values } = asked(filter, conditions);
  return {
    from: `chain c indexed by ${bySession ? 'chain_by_meeting' : 'chain_by_fingerprint'} ${asksOfSession(filter) ? withSession : ''}`,
    where,
    values,
  };
}

/** Those of some fingerprints are looked up one by one. */
function few({ failedAs, fingerprints }: ChainFilter): string | undefined {
  if (failedAs !== undefined)
    return '(select distinct value from json_each(?)) w cross join chain c on c.fingerprint = w.value';
  if (fingerprints === undefined) return undefined;
  return `(select tree, chain from chain where fingerprint in (select value from json_each(?))
      union select tree, chain from complaint where fingerprint in (select value from json_each(?))) w
    cross join chain c on c.tree = w.tree and c.chain = w.chain`;
}

/** Of long ago there are many, and then the order of the groups is worth more than that of time. */
function isOfFew(connection: Connection, { since, until = Number.MAX_SAFE_INTEGER }: ChainFilter): boolean {
  if (since === undefined) return false;
  return (
    connection.get<{ count: number }>(
      'select count(*) as count from (select 1 from chain where at >= ? and at <= ? limit ?)',
      since,
      until,
      fewAtMost,
    )!.count < fewAtMost
  );
}

const fewAtMost = 10_000;

function chosen(from: string, filter: ChainFilter): Chosen {
  const { where, values } = asked(filter, new Conditions());
  const named = filter.failedAs ?? filter.fingerprints;
  if (named === undefined) return { from, where, values };
  const wanted = JSON.stringify(named);
  return { from, where, values: filter.failedAs === undefined ? [wanted, wanted, ...values] : [wanted, ...values] };
}

function asked(filter: ChainFilter, conditions: Conditions): Conditions {
  askOfChains(conditions, filter);
  // Numbers of our own, spelled out: a list that comes as a value is made and asked again for every row.
  if (filter.kinds) conditions.always(`c.kind in (${filter.kinds.map((kind) => errorKindCodes.encode(kind)).join()})`);
  if (filter.states)
    conditions.always(`c.state in (${filter.states.map((state) => chainStateCodes.encode(state)).join()})`);
  return conditions;
}
