import type { SQLInputValue } from 'node:sqlite';
import type { SearchQuery } from '../../store.ts';
import { selectEvents } from '../../queries/events/event-maker.ts';
import {
  maxCounted,
  maxFiltered,
  maxRanked,
  noHits,
  type SearchAnswer,
} from '../../queries/events/search-conditions.ts';
import type { Connection } from '../connect/connection.ts';
import { sqliteDialect } from '../dialect.ts';
import { conditionsOf } from './search-filter.ts';
import { isUnknownLetter } from './search-postings.ts';
import { docRanges, span, type DocRange } from './search-ranges.ts';
import { rank, type Candidate } from '../../queries/events/search-rank.ts';
import { wordsOf } from '../../../platform/search/words.ts';
import { matchQueries } from './match-queries.ts';

/**
 * The newest matches that pass the filters, ranked. Bounded on purpose: a frequent word costs as much as a rare one,
 * and the answer shows that counting stopped.
 *
 * Words are matched as complete first; only when that yields too few may the last one be a prefix. Collecting all words
 * with a prefix costs a hundred times as much as looking up one.
 */
export function search(connection: Connection, query: SearchQuery): SearchAnswer {
  const { finished, begun } = matchQueries(query.text);
  if (finished === undefined || query.limit <= 0) return noHits;
  const ranges = connection.perform(docRanges(query));
  try {
    const answer = searchFor(connection, query, { match: finished, ranges });
    if (begun === undefined || answer.hits.length >= query.limit) return answer;
    return searchFor(connection, query, { match: begun, ranges: span(ranges) });
  } catch (error) {
    if (isUnknownLetter(error)) return noHits;
    throw error;
  }
}

interface Looking {
  readonly match: string;
  readonly ranges: readonly DocRange[];
}

function searchFor(connection: Connection, query: SearchQuery, looking: Looking): SearchAnswer {
  const { where, values } = conditionsOf(query);
  const isFiltered = where !== '';
  const maxMatches = isFiltered ? maxFiltered : maxCounted;
  const docs = newestMatches(connection, looking, maxMatches);
  const passing = candidates(connection, isFiltered ? docs : docs.slice(0, maxRanked), where, values);

  const ranked = rank(passing.slice(0, maxRanked), wordsOf(query.text)).slice(0, query.limit);
  const found = connection.perform(
    selectEvents(
      sqliteDialect,
      `select ${sqliteDialect.eventColumns} from json_each(?) w
         cross join event e on e.doc = w.value and e.doc is not null order by w.key`,
      ranked.map(({ doc }) => doc),
    ),
  );
  return {
    hits: found.map((event, at) => ({ event, score: ranked[at]!.score })),
    total: isFiltered ? passing.length : docs.length,
    totalIsExact: docs.length < maxMatches,
  };
}

/** Numbers of the newest matching documents, newest first. */
function newestMatches(connection: Connection, { match, ranges }: Looking, maxMatches: number): readonly number[] {
  const docs: number[] = [];
  for (const { first, last } of ranges) {
    if (docs.length >= maxMatches) break;
    const rows = connection.rows(
      'select rowid from search where search match ? and rowid between ? and ? order by rowid desc limit ?',
      match,
      first,
      last,
      maxMatches - docs.length,
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
