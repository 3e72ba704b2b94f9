import type { SQLInputValue } from 'node:sqlite';
import type { SearchHit, SearchQuery } from '../store.ts';
import { actCodes, kindCodes } from './codes.ts';
import type { Connection } from './connection.ts';
import { eventColumns, record, toEvents, type EventRecord } from './event-record.ts';
import { docRanges } from './search-ranges.ts';
import { matchQuery, wordsOf } from './search-words.ts';

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  readonly total: number;
  readonly totalIsExact: boolean;
}

/**
 * The newest matches that pass the filters, ranked. Bounded on purpose: a word that is everywhere costs as much as a
 * rare one, and the answer says when it stopped counting.
 */
export function search(connection: Connection, query: SearchQuery): SearchAnswer {
  const match = matchQuery(query.text);
  if (match === undefined || query.limit <= 0) return nothing;
  const { rows, looked, stopped } = candidates(connection, match, query);
  // Without filters of their own every match counts, and the index alone can count on.
  const counted = stopped && !filtersRows(query) ? countMatches(connection, match, query) : undefined;

  const words = wordsOf(query.text);
  const ranked = rows
    .map((row, at) => ({ row, score: scoreOf(row, words, at / Math.max(1, looked)) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, query.limit);
  const events = toEvents(connection, ranked.map(({ row }) => row));
  return {
    hits: ranked.map(({ score }, at) => ({ event: events[at]!, score })),
    total: counted?.total ?? rows.length,
    totalIsExact: counted?.exact ?? !stopped,
  };
}

const nothing: SearchAnswer = { hits: [], total: 0, totalIsExact: true };

const mostRanked = 2_000;
const mostLookedAt = 8_000;
const mostCounted = 10_000;

function filtersRows({ kind, act, since, failed, session, source, repo }: SearchQuery): boolean {
  return [kind, act, since, failed, session, source, repo].some((filter) => filter !== undefined);
}

interface Candidates {
  readonly rows: readonly EventRecord[];
  readonly looked: number;
  /** There may be more than was looked at. */
  readonly stopped: boolean;
}

function candidates(connection: Connection, match: string, query: SearchQuery): Candidates {
  const rows: EventRecord[] = [];
  let looked = 0;
  const { condition, values } = rowFilter(query);
  for (const { first, last } of docRanges(connection, query)) {
    const matches = connection.eachRow(
      `select ${eventColumns}, ${condition} as passes from search f cross join event e on e.doc = f.rowid and e.doc is not null
        where f.search match ? and f.rowid between ? and ? order by f.rowid desc`,
      ...values, match, first, last,
    );
    for (const found of matches) {
      looked += 1;
      if (found.at(-1) === 1) rows.push(record(found));
      if (rows.length >= mostRanked || looked >= mostLookedAt) return { rows, looked, stopped: true };
    }
  }
  return { rows, looked, stopped: false };
}

function rowFilter(query: SearchQuery): { readonly condition: string; readonly values: readonly SQLInputValue[] } {
  const all = ['1'];
  const values: SQLInputValue[] = [];
  const add = (condition: string, value: SQLInputValue | undefined): void => {
    if (value === undefined) return;
    all.push(condition);
    values.push(value);
  };
  if (query.kind !== undefined) add('e.kind = ?', kindCodes.encode(query.kind)!);
  if (query.act !== undefined) add('e.act is ?', actCodes.encode(query.act)!);
  if (query.failed !== undefined) add('e.failed = ?', Number(query.failed));
  if (query.since !== undefined) add('coalesce(e.at >= ?, 0)', query.since);
  // Ranges of sessions may overlap: a range holds what passes and perhaps more.
  const ofSession = (column: string): string =>
    `exists (select 1 from session s where s.tree = e.tree and s.session = e.session and s.${column} = ?)`;
  add(ofSession('source'), query.source);
  add(ofSession('repo'), query.repo);
  add(ofSession('uid'), query.session);
  return { condition: all.join(' and '), values };
}

function countMatches(connection: Connection, match: string, query: SearchQuery): { readonly total: number; readonly exact: boolean } {
  let total = 0;
  for (const { first, last } of docRanges(connection, query)) {
    total += connection.get<{ count: number }>(
      `select count(*) as count from (select 1 from search where search match ? and rowid between ? and ? limit ?)`,
      match, first, last, mostCounted - total,
    )!.count;
    if (total >= mostCounted) return { total, exact: false };
  }
  return { total, exact: true };
}

/**
 * All candidates hold all words, and the index keeps no positions; so what counts is where a person would look first:
 * words in the one-line summary, what was said and what failed before what was read, and what is new. `age` is 0..1.
 */
function scoreOf(row: EventRecord, words: readonly string[], age: number): number {
  const summary = row.summary.toLowerCase();
  const shown = words.filter((word) => summary.includes(word)).length / Math.max(1, words.length);
  return shown + (weights.get(row.kind) ?? 0) + 0.5 * (1 - age) + 0.25 / (1 + summary.length / 80);
}

const weights: ReadonlyMap<number, number> = new Map([
  [kindCodes.encode('user_msg')!, 0.6],
  [kindCodes.encode('decision')!, 0.5],
  [kindCodes.encode('error')!, 0.4],
  [kindCodes.encode('assistant_msg')!, 0.3],
  [kindCodes.encode('edit')!, 0.3],
  [kindCodes.encode('test_run')!, 0.2],
]);
