import { Conditions } from '../conditions.ts';
import type { Dialect } from '../dialect.ts';
import { addText } from '../holds-text.ts';
import { ofRepo } from '../repo-condition.ts';
import { outcome } from '../../rows/session-numbers.ts';
import type { SessionFilter } from '../../store.ts';

/** Of `session s`. */
export function sessionConditions(filter: SessionFilter, db: Dialect): Conditions {
  const conditions = new Conditions();
  conditions.add('s.source = ?', filter.source);
  conditions.add(...ofRepo('s', filter.repo));
  conditions.add('s.ended_at >= ?', filter.since);
  conditions.add('s.started_at <= ?', filter.until);
  conditions.add('s.ended_at <= ?', filter.endedBy);
  conditions.add('s.workspace = ?', filter.workspace);
  conditions.add(`(${outcome}) = ?`, filter.outcome);
  conditions.add('s.parent = ?', filter.parent);
  conditions.add('s.model = ?', filter.model);
  if (filter.text !== undefined) addText(conditions, filter.text, db.holds);
  if (filter.failed === true) conditions.always(db.sessions.hasFailed);
  if (filter.notEmpty === true) conditions.always('s.events > 0');
  if (filter.topLevel === true) conditions.always('not exists (select 1 from session p where p.uid = s.parent)');
  return conditions;
}
