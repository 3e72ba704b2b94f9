import {
  chainConditions,
  joinSession,
  needsSession,
  type ChainSelection,
} from '../../queries/chains/chain-conditions.ts';
import type { ChainFilter } from '../../store.ts';

/** To list them, with their failures and sessions. */
export function listedChains(filter: ChainFilter): ChainSelection {
  const { where, values } = selection(filter);
  return {
    from: `chain c join failure f on f.tree = c.tree and f.fingerprint = c.fingerprint ${joinSession}`,
    where,
    values,
  };
}

/** To count them: their sessions are read only when the filter asks for it. */
export function selection(filter: ChainFilter): ChainSelection {
  const conditions = chainConditions(filter);
  conditions.add('c.fingerprint = any (?::bigint[])', filter.failedAs);
  if (filter.failedAs === undefined) {
    conditions.add(
      `(c.tree, c.chain) in (select tree, chain from chain where fingerprint = any (?::bigint[])
         union select tree, chain from complaint where fingerprint = any (?::bigint[]))`,
      filter.fingerprints,
      filter.fingerprints ?? [],
    );
  }
  const { where, values } = conditions;
  return { from: `chain c ${needsSession(filter) ? joinSession : ''}`, where, values };
}
