import type { Key } from '../../model/ids.ts';
import { Conditions } from '../queries/conditions.ts';
import { actCodes, kindCodes } from '../rows/codes.ts';
import { ofRepo } from '../queries/repo-condition.ts';
import { rank, type Candidate } from '../rows/search-rank.ts';
import { searchTerms, wordsOf, type Term } from '../rows/search-words.ts';
import type { SearchHit, SearchQuery } from '../store.ts';
import { eventsOf } from './read-events.ts';
import { searchQuery } from './search-vector.ts';
import type { Parameter, Sql } from './sql.ts';

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  readonly total: number;
  readonly totalIsExact: boolean;
}

/**
 * The newest matches that pass the filters, ranked; bounded, and saying so, as in every store. Words are taken as
 * finished first.
 */
export async function search(sql: Sql, query: SearchQuery): Promise<SearchAnswer> {
  const { finished, begun } = searchTerms(query.text);
  if (finished === undefined || query.limit <= 0) return nothing;
  const answer = await searchFor(sql, query, finished);
  if (begun === undefined || answer.hits.length >= query.limit) return answer;
  return await searchFor(sql, query, begun);
}

const nothing: SearchAnswer = { hits: [], total: 0, totalIsExact: true };

const mostCounted = 10_000;
const mostFiltered = 6_000;
const mostRanked = 1_000;

async function searchFor(sql: Sql, query: SearchQuery, terms: readonly Term[]): Promise<SearchAnswer> {
  const ofEvent = eventConditions(query);
  const ofSession = sessionConditions(query);
  const isFiltered = ofEvent.where !== '' || ofSession.where !== '';
  const most = isFiltered ? mostFiltered : mostCounted;
  const sessions =
    ofSession.where === ''
      ? ''
      : `and (e.tree, e.session) in (select s.tree, s.session from session s ${ofSession.where})`;
  const rows = await sql.rows(
    `select ${ofEvent.where === '' ? 'true' : ofEvent.where.replace('where ', '')}, e.tree, e.id, e.kind, e.summary
       from (select e.tree, e.id, e.kept, e.kind, e.summary, e.act, e.failed, e.at from event e
              where e.words @@ ?::tsquery and e.words is not null ${sessions} order by e.kept desc limit ${most}) e order by e.kept desc`,
    ...ofEvent.values,
    searchQuery(terms),
    ...ofSession.values,
  );
  const passing = rows
    .filter(([passes]) => passes === true)
    .map(([, tree, id, kind, summary]) => ({ tree, id, kind, summary }) as Match);
  const candidates = passing.slice(0, mostRanked).map(({ kind, summary }, doc): Candidate => ({ doc, kind, summary }));
  const ranked = rank(candidates, wordsOf(query.text)).slice(0, query.limit);
  const found = await eventsOf(
    sql,
    ranked.map(({ doc }) => ({ tree: passing[doc]!.tree, event: passing[doc]!.id })),
  );
  return {
    hits: found.map((event, at) => ({ event, score: ranked[at]!.score })),
    total: isFiltered ? passing.length : rows.length,
    totalIsExact: rows.length < most,
  };
}

interface Match {
  readonly tree: Key;
  readonly id: Key;
  readonly kind: number;
  readonly summary: string;
}

function sessionConditions(query: SearchQuery): Conditions<Parameter> {
  const conditions = new Conditions<Parameter>();
  conditions.add('s.source = ?', query.source);
  conditions.add(...ofRepo('s', query.repo));
  conditions.add('s.uid = ?', query.session);
  return conditions;
}

function eventConditions(query: SearchQuery): Conditions<Parameter> {
  const conditions = new Conditions<Parameter>();
  conditions.add('e.kind = ?', query.kind && kindCodes.encode(query.kind)!);
  conditions.add('e.act = ?', query.act && actCodes.encode(query.act)!);
  conditions.add('e.failed = ?', query.failed === undefined ? undefined : Number(query.failed));
  conditions.add('e.at >= ?', query.since);
  return conditions;
}
