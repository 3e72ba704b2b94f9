import type { Conditions } from '../../queries/conditions.ts';
import { searchConditions } from '../../queries/events/search-conditions.ts';
import { ofRepo } from '../../queries/repo-condition.ts';
import type { SearchFilter } from '../../store.ts';

/** Conditions on `event e`. */
export function conditionsOf(filter: SearchFilter): Conditions {
  const conditions = searchConditions(filter);
  // Ranges of sessions may overlap: a range contains what passes and perhaps more.
  const ofSession = (condition: string): string =>
    `exists (select 1 from session s where s.tree = e.tree and s.session = e.session and ${condition})`;
  const [isOfRepo, ...repo] = ofRepo('s', filter.repo);
  conditions.add(ofSession('s.source = ?'), filter.source);
  conditions.add(ofSession(isOfRepo), ...repo);
  conditions.add(ofSession('s.uid = ?'), filter.session);
  return conditions;
}
