import type { Key } from '../../../model/ids.ts';
import { rank, type Candidate } from '../../queries/events/search-rank.ts';
import { searchTerms, wordsOf } from '../../../platform/search/words.ts';
import type { SearchQuery } from '../../store.ts';
import type { IndexedWord } from '../../../platform/search/words.ts';
import { eventsOf } from '../../queries/events/events.ts';
import {
  maxCounted,
  maxFiltered,
  maxRanked,
  noHits,
  searchConditions,
  type SearchAnswer,
} from '../../queries/events/search-conditions.ts';
import { postgresDialect } from '../dialect.ts';
import { sessionConditions } from './search-filter.ts';
import { searchQuery } from './search-vector.ts';
import type { Sql } from '../connect/sql.ts';

/**
 * The newest matches that pass the filters, ranked; bounded and marked so, as in every store. Words are matched as
 * complete first.
 */
export async function search(sql: Sql, query: SearchQuery): Promise<SearchAnswer> {
  const { finished, begun } = searchTerms(query.text);
  if (finished === undefined || query.limit <= 0) return noHits;
  const answer = await searchFor(sql, query, finished);
  if (begun === undefined || answer.hits.length >= query.limit) return answer;
  return await searchFor(sql, query, begun);
}

async function searchFor(sql: Sql, query: SearchQuery, terms: readonly IndexedWord[]): Promise<SearchAnswer> {
  const ofEvent = searchConditions(query);
  const ofSession = sessionConditions(query);
  const isFiltered = ofEvent.where !== '' || ofSession.where !== '';
  const maxMatches = isFiltered ? maxFiltered : maxCounted;
  const sessions =
    ofSession.where === ''
      ? ''
      : `and (e.tree, e.session) in (select s.tree, s.session from session s ${ofSession.where})`;
  const rows = await sql.rows(
    `select ${ofEvent.where === '' ? 'true' : ofEvent.where.replace('where ', '')}, e.tree, e.id, e.kind, e.summary
       from (select e.tree, e.id, e.kept, e.kind, e.summary, e.act, e.failed, e.at from event e
              where e.words @@ ?::tsquery and e.words is not null ${sessions} order by e.kept desc limit ${maxMatches}) e order by e.kept desc`,
    ...ofEvent.values,
    searchQuery(terms),
    ...ofSession.values,
  );
  const passing = rows
    .filter(([passes]) => passes === true)
    .map(([, tree, id, kind, summary]) => ({ tree, id, kind, summary }) as Match);
  const candidates = passing.slice(0, maxRanked).map(({ kind, summary }, doc): Candidate => ({ doc, kind, summary }));
  const ranked = rank(candidates, wordsOf(query.text)).slice(0, query.limit);
  const refs = ranked.map(({ doc }) => ({ tree: passing[doc]!.tree, event: passing[doc]!.id }));
  const found = await sql.perform(eventsOf(postgresDialect, refs));
  return {
    hits: found.map((event, at) => ({ event, score: ranked[at]!.score })),
    total: isFiltered ? passing.length : rows.length,
    totalIsExact: rows.length < maxMatches,
  };
}

interface Match {
  readonly tree: Key;
  readonly id: Key;
  readonly kind: number;
  readonly summary: string;
}
