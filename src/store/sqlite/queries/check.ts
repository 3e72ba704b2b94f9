import { check as checkRows } from '../../queries/archive/check.ts';
import { all, get, type Query } from '../../queries/query.ts';
import { sqliteDialect } from '../dialect.ts';

export function* check(): Query<readonly string[]> {
  const found = yield* all<{ integrity_check: string }>('pragma integrity_check');
  const damage = found.map((row) => row.integrity_check);
  // Checks of a damaged file would only add noise.
  if (damage.length !== 1 || damage[0] !== 'ok') return damage;
  return [...(yield* checkRows(sqliteDialect)), ...(yield* checkSearch())];
}

function* checkSearch(): Query<readonly string[]> {
  const { events, docs } = (yield* get<{ events: number; docs: number }>(
    `select (select count(*) from event where doc is not null) as events,
            (select count(*) from search_docsize) as docs`,
  ))!;
  return events === docs ? [] : [`the search index holds ${docs} texts for ${events} events`];
}
