import { workspaceTree } from '../../../model/ids.ts';
import { chainBasisCodes, chainStateCodes, errorKindCodes } from '../../rows/codes.ts';
import type { ChainFilter } from '../../store.ts';
import { Conditions, isOneOf } from '../conditions.ts';
import type { Parameter } from '../query.ts';
import { ofRepo } from '../repo-condition.ts';

/** What a query about chains reads: tables, conditions and their values. */
export interface ChainSelection {
  readonly from: string;
  readonly where: string;
  readonly values: readonly Parameter[];
}

/** The conditions of a filter on `chain c` and its `session s`, except lists of fingerprints. */
export function chainConditions(filter: ChainFilter, conditions = new Conditions<Parameter>()): Conditions<Parameter> {
  const { session, source, repo, workspace, type, since, until, basis, kinds, states, needsReview } = filter;
  conditions.add('c.session = ?', session);
  conditions.add('s.source = ?', source);
  conditions.add(...ofRepo('s', repo));
  conditions.add('(s.workspace = ? or (s.uid is null and c.tree = ?))', workspace, workspaceTree(workspace ?? ''));
  conditions.add('c.type = ?', type);
  conditions.add('c.at >= ?', since);
  conditions.add('c.at <= ?', until);
  if (basis === 'judged') conditions.always('c.judged is not null');
  else conditions.add('c.basis = ?', basis && chainBasisCodes.encode(basis)!);
  if (kinds) conditions.always(isOneOf('c.kind', kinds.map(errorKindCodes.encode)));
  if (states) conditions.always(isOneOf('c.state', states.map(chainStateCodes.encode)));
  if (needsReview) conditions.always(isForReview);
  return conditions;
}

/** As `needsReview` in model/chain.ts. */
const attemptsOf = 'from attempt a where a.tree = c.tree and a.chain = c.chain';
const isForReview = `(c.state = ${chainStateCodes.encode('failed')} or (c.state = ${chainStateCodes.encode('open')}
  and exists (select 1 ${attemptsOf})
  and not exists (select 1 ${attemptsOf} and coalesce(a.successful, 1) <> 0)))`;

/** Whether the filter needs the session. */
export function needsSession({ source, repo, workspace }: ChainFilter): boolean {
  return source !== undefined || repo !== undefined || workspace !== undefined;
}

export const joinSession = 'left join session s on s.uid = c.session';
