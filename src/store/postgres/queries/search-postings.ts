import { maxFiltered, searchConditions } from '../../queries/events/search-conditions.ts';
import type { IndexedWord } from '../../../platform/search/words.ts';
import type { Dialect, Wanted } from '../../queries/dialect.ts';
import { get, rows } from '../../queries/query.ts';
import { anyQuery, lexeme } from './search-vector.ts';
import { sessionConditions } from './search-filter.ts';

export const searchIndex: Dialect['search'] = {
  *postings(wanted, filter, limit) {
    const ofEvent = searchConditions(filter);
    const ofSession = sessionConditions(filter);
    const sessions =
      ofSession.where === ''
        ? ''
        : `and (e.tree, e.session) in (select s.tree, s.session from session s ${ofSession.where})`;
    const isFiltered = ofEvent.where !== '' || ofSession.where !== '';
    // As one text: the driver would take longer for so many rows than the server.
    const found = yield* get<{ docs: string | null }>(
      `select string_agg(e.kept::text, ',' order by e.kept desc) as docs
         from (select e.kept, e.kind, e.act, e.tool, e.failed, e.at from event e
                where e.words @@ ?::tsquery and e.words is not null ${sessions} order by e.kept desc limit ?) e ${ofEvent.where}`,
      queryOf(wanted),
      ...ofSession.values,
      isFiltered ? maxFiltered : limit,
      ...ofEvent.values,
    );
    return (found?.docs?.split(',').map(Number) ?? []).slice(0, limit);
  },

  *places(docs) {
    const found = yield* rows<readonly [number, number, number, number, number, number]>(
      'select e.kept, e.tree, e.session, e.seq, e.id, e.kind from event e where e.kept = any (?::bigint[]) and e.words is not null',
      docs,
    );
    return found.map(([doc, tree, session, seq, id, kind]) => ({ doc, tree, session, seq, id, kind }));
  },

  // All that are left at once, and what some events have of them, until no event has any: no statement looks into all
  // shards of a distributed table for each word.
  *existing(words) {
    const left = new Map(words.map((word) => [`${lexeme(word.word)}${word.isPrefix ? ':*' : ''}`, word]));
    const here = new Set<IndexedWord>();
    while (left.size > 0) {
      const found = yield* rows<readonly [string]>(
        `select distinct w.value from (select e.words from event e where e.words @@ ?1::tsquery and e.words is not null limit 100) e
           join unnest(?2::text[]) w(value) on e.words @@ w.value::tsquery`,
        [...left.keys()].join(' | '),
        [...left.keys()],
      );
      if (found.length === 0) break;
      for (const [lexemeOfWord] of found) {
        here.add(left.get(lexemeOfWord)!);
        left.delete(lexemeOfWord);
      }
    }
    return words.filter((word) => here.has(word));
  },
};

function queryOf({ any, also = [], excluded }: Wanted): string {
  const all = [any, ...also].map((forms) => `(${anyQuery(forms)})`);
  if (excluded.length > 0) all.push(`!(${anyQuery(excluded)})`);
  return all.join(' & ');
}
