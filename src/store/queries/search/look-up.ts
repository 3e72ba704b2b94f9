import type { IndexedWord } from '../../../platform/search/words.ts';
import type { RankQuery, SearchTerm } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import type { Query } from '../query.ts';
import { maxTerms } from './matches.ts';

/** Of a term only the newest events are looked up. One that has more is too frequent to find anything by itself. */
const maxOfTerm = 1_500;
/** Events that have several frequent terms: the newest. To read on would be to read the whole of their lists. */
const maxTogether = 300;
const maxGuesses = 4;
/** Of events with every term in their beginnings: then nobody looks at those that have some in the rest. */
const enough = 20;

type Forms = SearchTerm['forms'];

/** The events that have a term. */
export interface Posting {
  /** What was looked up. */
  readonly forms: Forms;
  /** Newest first. */
  readonly docs: readonly number[];
  readonly isExact: boolean;
  /** The words that were found instead, when no event has it. */
  readonly instead: readonly string[];
}

export interface LookedUp {
  /** In the order of the question. */
  readonly postings: readonly Posting[];
  /** Events that have every term that is anywhere, wherever in their texts. */
  readonly anywhere: readonly number[];
}

export function* lookUp(db: Dialect, query: RankQuery): Query<LookedUp> {
  const postings: Posting[] = [];
  for (const term of query.terms.slice(0, maxTerms)) postings.push(yield* postingOf(db, query, term));
  const together = yield* withFrequent(db, query, postings);
  return { postings: together, anywhere: hasEnough(together) ? [] : yield* everyTerm(db, query, postings) };
}

/** In beginnings; if it is in none, in the rest of texts; and if it is nowhere, similar terms. */
function* postingOf(db: Dialect, query: RankQuery, term: SearchTerm): Query<Posting> {
  const tried = [term.forms, anywhere(term.forms)];
  for (const forms of tried) {
    const docs = yield* postings(db, query, { any: forms }, maxOfTerm + 1);
    if (docs.length > 0) return { forms, docs, isExact: docs.length <= maxOfTerm, instead: [] };
  }
  const guessed = (yield* db.search.existing(term.guesses)).slice(0, maxGuesses);
  const forms = guessed.map((word) => [word]);
  const docs = guessed.length === 0 ? [] : yield* postings(db, query, { any: forms }, maxOfTerm + 1);
  if (docs.length === 0) return { forms: term.forms, docs, isExact: true, instead: [] };
  return { forms, docs, isExact: docs.length <= maxOfTerm, instead: guessed.map(shownWord) };
}

/** What a frequent term adds to others is looked up with them: alone, only its newest events are known. */
function* withFrequent(db: Dialect, query: RankQuery, found: readonly Posting[]): Query<readonly Posting[]> {
  const frequent = found.filter(({ isExact }) => !isExact);
  const rare = found.filter(({ docs, isExact }) => isExact && docs.length > 0);
  if (frequent.length === 0 || frequent.length + rare.length === 1) return found;
  const [first, ...rest] = frequent;
  const together =
    rare.length > 0
      ? []
      : yield* postings(db, query, { any: first!.forms, also: rest.map(({ forms }) => forms) }, maxTogether);
  const added: Posting[] = [];
  for (const posting of found) {
    if (posting.isExact) {
      added.push(posting);
      continue;
    }
    const also = [rare.flatMap(({ forms }) => forms)];
    const more = rare.length === 0 ? together : yield* postings(db, query, { any: posting.forms, also }, maxOfTerm);
    added.push({ ...posting, docs: [...new Set([...posting.docs, ...more])] });
  }
  return added;
}

/** Whether so many events have every term in their beginnings that nobody looks at the others. */
function hasEnough(found: readonly Posting[]): boolean {
  const [first, ...others] = found.filter(({ docs }) => docs.length > 0).map(({ docs }) => docs);
  if (first === undefined || first.length < enough) return false;
  const sets = others.map((docs) => new Set(docs));
  let both = 0;
  for (const doc of first) if (sets.every((docs) => docs.has(doc))) both += 1;
  return both >= enough;
}

function* everyTerm(db: Dialect, query: RankQuery, found: readonly Posting[]): Query<readonly number[]> {
  const [first, ...others] = found.filter(({ docs }) => docs.length > 0).map(({ forms }) => anywhere(forms));
  if (first === undefined) return [];
  return yield* postings(db, query, { any: first, also: others }, maxTogether);
}

function postings(
  db: Dialect,
  query: RankQuery,
  wanted: { readonly any: Forms; readonly also?: readonly Forms[] },
  limit: number,
): Query<readonly number[]> {
  const excluded = query.excluded.flatMap(({ forms }) => anywhere(forms));
  return db.search.postings({ ...wanted, excluded }, query, limit);
}

function anywhere(forms: Forms): Forms {
  return forms.map((form) => form.map((word) => ({ ...word, isAnywhere: true })));
}

function shownWord({ word, isPrefix }: IndexedWord): string {
  return isPrefix ? `${word}*` : word;
}
