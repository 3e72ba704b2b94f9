import type { Key } from '../../model/ids.ts';
import { askOfChains, asksOfSession } from '../queries/ask-of-chains.ts';
import { chainStateCodes, errorKindCodes } from '../rows/codes.ts';
import { Conditions } from '../queries/conditions.ts';
import type { ChainFilter } from '../store.ts';
import type { Parameter } from './sql.ts';

export interface Chosen {
  readonly from: string;
  readonly where: string;
  readonly values: readonly Parameter[];
}

/** To count them: their sessions are looked at only when the filter asks for it. */
export function counted(filter: ChainFilter): Chosen {
  const { where, values } = asked(filter);
  return { from: `chain c ${asksOfSession(filter) ? 'left join session s on s.uid = c.session' : ''}`, where, values };
}

/** Those of some fingerprints. */
export function ofFingerprints(filter: ChainFilter, fingerprints: readonly Key[]): Chosen {
  return counted({ ...filter, failedAs: fingerprints });
}

export function asked(filter: ChainFilter): Conditions<Parameter> {
  const conditions = new Conditions<Parameter>();
  askOfChains(conditions, filter);
  conditions.add(
    'c.kind = any (?::int[])',
    filter.kinds?.map((kind) => errorKindCodes.encode(kind)!),
  );
  conditions.add(
    'c.state = any (?::int[])',
    filter.states?.map((state) => chainStateCodes.encode(state)!),
  );
  conditions.add('c.fingerprint = any (?::bigint[])', filter.failedAs);
  if (filter.failedAs === undefined) {
    conditions.add(
      `(c.tree, c.chain) in (select tree, chain from chain where fingerprint = any (?::bigint[]) union select tree, chain from complaint where fingerprint = any (?::bigint[]))`,
      filter.fingerprints,
      filter.fingerprints ?? [],
    );
  }
  return conditions;
}
