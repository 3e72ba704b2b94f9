import { Conditions } from '../../queries/conditions.ts';
import { ofRepo } from '../../queries/repo-condition.ts';
import type { SearchFilter } from '../../store.ts';

/** Conditions on `session s`. */
export function sessionConditions(filter: SearchFilter): Conditions {
  const conditions = new Conditions();
  conditions.add('s.source = ?', filter.source);
  conditions.add(...ofRepo('s', filter.repo));
  conditions.add('s.uid = ?', filter.session);
  return conditions;
}
