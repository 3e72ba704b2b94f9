import type { SQLInputValue } from 'node:sqlite';
import type { SearchHit, SearchQuery } from '../store.ts';
import { actCodes, kindCodes } from '../rows/codes.ts';
import { Conditions } from '../queries/conditions.ts';
import type { Connection } from './connection.ts';
import { eventColumns } from '../rows/event-record.ts';
import { eventRows, toEvents } from './event-rows.ts';
import { ofRepo } from '../queries/repo-condition.ts';
import { docRanges, span, type DocRange } from './search-ranges.ts';
import { rank, type Candidate } from '../rows/search-rank.ts';
import { wordsOf } from '../rows/search-words.ts';
import { matchQueries } from './match-queries.ts';

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  readonly total: number;
  readonly totalIsExact: boolean;
}

/**
 * The newest matches that pass the filters, ranked. Bounded on purpose: a word that is everywhere costs as much as a
 * rare one, and the answer says when it stopped counting.
 *
 * Words are taken as finished first; only when that gives less than was asked for may the last one be a beginning.
 * Gathering all words that begin alike costs a hundred times as much as looking up one.
 */
export function search(connection: Connection, query: SearchQuery): SearchAnswer {
  const { finished, begun } = matchQueries(query.text);
  if (finished === undefined || query.limit <= 0) return nothing;
  const ranges = docRanges(connection, query);
  try {
    const answer = searchFor(connection, query, { match: finished, ranges });
    if (begun === undefined || answer.hits.length >= query.limit) return answer;
    return searchFor(connection, query, { match: begun, ranges: span(ranges) });
  } catch (error) {
    // A letter that Node knows and SQLite's older tables do not cuts a word in two, which this index has no answer for.
    if (String((error as Error).message).startsWith('fts5: ')) return nothing;
    throw error;
  }
}

const nothing: SearchAnswer = { hits: [], total: 0, totalIsExact: true };

const mostCounted = 10_000;
const mostFiltered = 6_000;
const mostRanked = 1_000;

interface Looking {
  readonly match: string;
  readonly ranges: readonly DocRange[];
}

function searchFor(connection: Connection, query: SearchQuery, looking: Looking): SearchAnswer {
  const { where, values } = conditionsOf(query);
  const isFiltered = where !== '';
  const most = isFiltered ? mostFiltered : mostCounted;
  const docs = newestMatches(connection, looking, most);
  const passing = candidates(connection, isFiltered ? docs : docs.slice(0, mostRanked), where, values);

  const ranked = rank(passing.slice(0, mostRanked), wordsOf(query.text)).slice(0, query.limit);
  const rows = eventRows(
    connection,
    `select ${eventColumns}, wanted.key from json_each(?) wanted cross join event e on e.doc = wanted.value and e.doc is not null order by wanted.key`,
    JSON.stringify(ranked.map(({ doc }) => doc)),
  );
  return {
    hits: toEvents(connection, rows).map((event, at) => ({ event, score: ranked[at]!.score })),
    total: isFiltered ? passing.length : docs.length,
    totalIsExact: docs.length < most,
  };
}

/** Numbers of the newest documents that match, newest first. */
function newestMatches(connection: Connection, { match, ranges }: Looking, most: number): readonly number[] {
  const docs: number[] = [];
  for (const { first, last } of ranges) {
    if (docs.length >= most) break;
    const rows = connection.rows(
      'select rowid from search where search match ? and rowid between ? and ? order by rowid desc limit ?',
      match,
      first,
      last,
      most - docs.length,
    );
    for (const [doc] of rows) docs.push(doc as number);
  }
  return docs;
}

function candidates(
  connection: Connection,
  docs: readonly number[],
  where: string,
  values: readonly SQLInputValue[],
): readonly Candidate[] {
  const rows = connection.rows(
    `select e.doc, e.kind, e.summary from json_each(?) wanted cross join event e on e.doc = wanted.value and e.doc is not null ${where}`,
    JSON.stringify(docs),
    ...values,
  );
  return rows.map(([doc, kind, summary]) => ({ doc, kind, summary }) as Candidate);
}

function conditionsOf(query: SearchQuery): Conditions {
  const conditions = new Conditions();
  conditions.add('e.kind = ?', query.kind && kindCodes.encode(query.kind)!);
  conditions.add('e.act = ?', query.act && actCodes.encode(query.act)!);
  conditions.add('e.failed = ?', query.failed === undefined ? undefined : Number(query.failed));
  conditions.add('e.at >= ?', query.since);
  // Ranges of sessions may overlap: a range holds what passes and perhaps more.
  const ofSession = (condition: string): string =>
    `exists (select 1 from session s where s.tree = e.tree and s.session = e.session and ${condition})`;
  const [isOfRepo, ...repo] = ofRepo('s', query.repo);
  conditions.add(ofSession('s.source = ?'), query.source);
  conditions.add(ofSession(isOfRepo), ...repo);
  conditions.add(ofSession('s.uid = ?'), query.session);
  return conditions;
}
