import type { Dialect, Wanted } from '../../queries/dialect.ts';
import { get, rows } from '../../queries/query.ts';
import { maxFiltered } from '../../queries/events/search-conditions.ts';
import { inRest, type IndexedWord } from '../../../platform/search/words.ts';
import { docRanges } from './search-ranges.ts';
import { conditionsOf } from './search-filter.ts';

/** The index by FTS5. Every word is quoted, so nothing in it is syntax. */
export const searchIndex: Dialect['search'] = {
  *postings(wanted, filter, limit) {
    const { where, values } = conditionsOf(filter);
    const match = matchOf(wanted);
    const docs: number[] = [];
    try {
      for (const { first, last } of yield* docRanges(filter)) {
        if (docs.length >= limit) break;
        const newest = `select rowid as doc from search where search match ? and rowid between ? and ? order by rowid desc limit ?`;
        // As one text: a row for each takes four times as long.
        const found = yield* get<{ docs: string | null }>(
          where === ''
            ? `select group_concat(doc) as docs from (${newest})`
            : `select group_concat(d.doc) as docs from (${newest}) d cross join event e on e.doc = d.doc and e.doc is not null ${where}`,
          match,
          first,
          last,
          where === '' ? limit - docs.length : maxFiltered,
          ...values,
        );
        if (found?.docs) for (const doc of found.docs.split(',')) docs.push(Number(doc));
      }
    } catch (error) {
      if (!isUnknownLetter(error)) throw error;
    }
    return docs.sort((a, b) => b - a).slice(0, limit);
  },

  *places(docs) {
    const found = yield* rows<readonly [number, number, number, number, number, number]>(
      `select e.doc, e.tree, e.session, e.seq, e.id, e.kind from json_each(?) w
         cross join event e on e.doc = w.value and e.doc is not null`,
      docs,
    );
    return found.map(([doc, tree, session, seq, id, kind]) => ({ doc, tree, session, seq, id, kind }));
  },

  *existing(words) {
    const found: IndexedWord[] = [];
    for (const word of words) {
      try {
        if (yield* get('select 1 from search where search match ? limit 1', quoted(word))) found.push(word);
      } catch (error) {
        if (!isUnknownLetter(error)) throw error;
      }
    }
    return found;
  },
};

function matchOf({ any, also = [], excluded }: Wanted): string {
  const every = [any, ...also].map((forms) => `(${anyOf(forms)})`).join(' AND ');
  return excluded.length === 0 ? every : `(${every}) NOT (${anyOf(excluded)})`;
}

function anyOf(forms: Wanted['any']): string {
  return forms.map((form) => `(${form.map(quoted).join(' AND ')})`).join(' OR ');
}

function quoted({ word, isPrefix, isAnywhere = false }: IndexedWord): string {
  if (isAnywhere) return `(${quoted({ word, isPrefix })} OR ${quoted({ word: inRest(word), isPrefix })})`;
  return `"${word.replaceAll('"', '""')}"${isPrefix ? '*' : ''}`;
}

/** A letter that Node knows and SQLite's older tables do not splits a word in two, which this index cannot answer. */
export function isUnknownLetter(error: unknown): boolean {
  return String((error as Error).message).startsWith('fts5: ');
}
