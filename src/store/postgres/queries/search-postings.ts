import { maxFiltered, searchConditions } from '../../queries/events/search-conditions.ts';
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

  *existing(words) {
    const found = yield* rows<readonly [number]>(
      `select w.key from unnest(?::text[]) with ordinality w(word, key)
        where exists (select 1 from event e where e.words @@ w.word::tsquery and e.words is not null) order by w.key`,
      words.map(({ word, isPrefix }) => `${lexeme(word)}${isPrefix ? ':*' : ''}`),
    );
    return found.map(([key]) => words[Number(key) - 1]!);
  },
};

function queryOf({ any, also = [], excluded }: Wanted): string {
  const all = [any, ...also].map((forms) => `(${anyQuery(forms)})`);
  if (excluded.length > 0) all.push(`!(${anyQuery(excluded)})`);
  return all.join(' & ');
}
