import { workspaceTree } from '../../model/ids.ts';
import { chainBasisCodes } from '../rows/codes.ts';
import type { Conditions } from './conditions.ts';
import { ofRepo } from './repo-condition.ts';
import type { ChainFilter } from '../store.ts';

/**
 * What every store asks of `chain c`, and of its `session s`, in the same words. Lists are left to each: they come as
 * values in one and spelled out in the other.
 */
export function askOfChains(
  conditions: Pick<Conditions, 'add'>,
  { session, source, repo, workspace, type, since, until, basis }: ChainFilter,
): void {
  conditions.add('c.session = ?', session);
  conditions.add('s.source = ?', source);
  conditions.add(...ofRepo('s', repo));
  conditions.add('(s.workspace = ? or (c.session is null and c.tree = ?))', workspace, workspaceTree(workspace ?? ''));
  conditions.add('c.type = ?', type);
  conditions.add('c.at >= ?', since);
  conditions.add('c.at <= ?', until);
  conditions.add('c.basis = ?', basis && chainBasisCodes.encode(basis)!);
}

/** Whether that takes its session. */
export function asksOfSession({ source, repo, workspace }: ChainFilter): boolean {
  return source !== undefined || repo !== undefined || workspace !== undefined;
}
