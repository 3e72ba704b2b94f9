import type { Event } from '../../../model/event.ts';
import { eventId, type Key, type SessionUid } from '../../../model/ids.ts';
import { kindCodes } from '../../rows/codes.ts';
import { shownTitle, titleColumns, type Titles } from '../../rows/title-ranks.ts';
import type { IndexedWord } from '../../../platform/search/words.ts';
import type { FoundTerm, RankAnswer, RankedHit, RankQuery, SearchTerm } from '../../store.ts';
import type { Dialect, FoundPlace } from '../dialect.ts';
import { all, get, type Query } from '../query.ts';
import { eventsOf } from './events.ts';
import { rarity, saturated, weights } from './search-scores.ts';
import { wordsOf } from '../../../platform/search/words.ts';

/** More terms than a question has; each is a bit of a number. */
export const maxTerms = 24;
/** Of a term only the newest events are looked up. One that has more is too frequent to find anything by itself. */
const maxOfTerm = 3_000;
/** Events whose sessions are looked up: the best ones. */
const maxPlaced = 2_000;
/** Sessions whose titles and lengths are looked up. */
const maxSessions = 100;

/**
 * Answers a question: sessions by how much of it they have, rare terms counting more, and the best events of each.
 *
 * The index knows which events have a word, and no more. So events are scored by the terms they have; the best ones are
 * looked up; and each session is scored by its own. Frequent terms add to what rarer ones found.
 */
export function* searchRanked(db: Dialect, query: RankQuery): Query<RankAnswer> {
  const postings = yield* lookUp(db, query);
  const found = postings.map(({ term, docs, isExact, instead }) => ({ events: docs.length, isExact, instead, term }));
  const isTruncated = found.some(({ isExact }) => !isExact);
  const events = yield* get<{ events: number | null }>('select sum(events) as events from session');
  const rarities = found.map((term) =>
    rarity(term.isExact ? term.events : 2 * term.events, Number(events?.events ?? 0)),
  );
  const matches = new Matches(rarities, requiredBits(query.terms));
  for (const [at, { docs }] of postings.entries()) matches.add(docs, at);
  const best = matches.best(maxPlaced);
  const placed = yield* db.search.places(best.map(({ doc }) => doc));
  const bits = new Map(best.map(({ doc, terms }) => [doc, terms]));
  const candidates = placed.map((place) => {
    const terms = bits.get(place.doc)!;
    return { ...place, terms, score: matches.score(terms) * (kindWeights.get(place.kind) ?? 1) };
  });
  const ranked = yield* rankSessions(db, candidates, { rarities, required: requiredBits(query.terms) }, query);
  const flat = bestEvents(candidates, postings, matches.required).slice(0, query.limit);
  const eventOf = yield* eventsByDoc(db, [...ranked.sessions.flatMap(({ hits }) => hits), ...flat]);
  const toHit = ({ doc, score, terms }: Candidate): readonly RankedHit[] => {
    const event = eventOf.get(doc);
    return event === undefined ? [] : [{ event, score, terms: listed(terms) }];
  };
  return {
    sessions: ranked.sessions.map((session) => ({
      session: session.uid,
      coverage: session.coverage,
      score: session.score,
      terms: listed(session.terms),
      hits: session.hits.flatMap(toHit),
    })),
    hits: flat.flatMap(toHit),
    totalSessions: ranked.total,
    totalHits: matches.size,
    totalIsExact: !isTruncated && matches.size <= maxPlaced,
    terms: found.map(({ events: count, isExact, instead }): FoundTerm => ({ events: count, isExact, instead })),
  };
}

/** Those with every term that is anywhere come first. */
function bestEvents(
  candidates: readonly Candidate[],
  postings: readonly Posting[],
  required: number,
): readonly Candidate[] {
  const every = postings.reduce((bits, { docs }, at) => (docs.length > 0 ? bits | (1 << at) : bits), 0);
  return candidates
    .filter(({ terms }) => (terms & required) === required)
    .toSorted((a, b) => Number(b.terms === every) - Number(a.terms === every) || byWorth(a, b));
}

/** One that was removed meanwhile is missing. */
function* eventsByDoc(db: Dialect, shown: readonly Candidate[]): Query<ReadonlyMap<number, Event>> {
  const docs = new Map(shown.map(({ tree, id, doc }) => [eventId({ tree, event: id }), { tree, id, doc }]));
  const events = yield* eventsOf(
    db,
    [...docs.values()].map(({ tree, id }) => ({ tree, event: id })),
  );
  return new Map(events.map((event) => [docs.get(event.id)!.doc, event]));
}

interface Posting {
  readonly term: SearchTerm;
  /** Newest first. */
  readonly docs: readonly number[];
  readonly isExact: boolean;
  readonly instead: readonly string[];
}

function* lookUp(db: Dialect, query: RankQuery): Query<readonly Posting[]> {
  const excluded = query.excluded.flatMap(({ forms }) => forms);
  const postings: Posting[] = [];
  for (const term of query.terms.slice(0, maxTerms)) {
    let docs = yield* db.search.postings({ any: term.forms, excluded }, query, maxOfTerm + 1);
    let instead: readonly string[] = [];
    if (docs.length === 0 && term.guesses.length > 0) {
      const guessed = (yield* db.search.existing(term.guesses)).slice(0, maxGuesses);
      if (guessed.length > 0)
        docs = yield* db.search.postings({ any: guessed.map((word) => [word]), excluded }, query, maxOfTerm + 1);
      if (docs.length > 0) instead = guessed.map(shownWord);
    }
    postings.push({ term, docs, isExact: docs.length <= maxOfTerm, instead });
  }
  return yield* withFrequent(db, query, postings);
}

/** What a frequent term adds to others is looked up with them: alone, only its newest events are known. */
function* withFrequent(db: Dialect, query: RankQuery, postings: readonly Posting[]): Query<readonly Posting[]> {
  const frequent = postings.filter(({ isExact }) => !isExact);
  const rare = postings.filter(({ docs, isExact }) => isExact && docs.length > 0);
  if (frequent.length === 0 || frequent.length + rare.length === 1) return postings;
  const excluded = query.excluded.flatMap(({ forms }) => forms);
  const [first, ...rest] = frequent;
  const together =
    rare.length > 0
      ? []
      : yield* db.search.postings({ any: formsOf(first!), also: rest.map(formsOf), excluded }, query, maxOfTerm);
  const added: Posting[] = [];
  for (const posting of postings) {
    if (posting.isExact) {
      added.push(posting);
      continue;
    }
    const more =
      rare.length === 0
        ? together
        : yield* db.search.postings(
            { any: formsOf(posting), also: [rare.flatMap(formsOf)], excluded },
            query,
            maxOfTerm,
          );
    added.push({ ...posting, docs: [...new Set([...posting.docs, ...more])] });
  }
  return added;
}

const maxGuesses = 4;

function formsOf({ term, instead }: Posting): SearchTerm['forms'] {
  return instead.length === 0 ? term.forms : instead.map((word) => [guessOf(word)]);
}

function shownWord({ word, isPrefix }: IndexedWord): string {
  return isPrefix ? `${word}*` : word;
}

function guessOf(shown: string): IndexedWord {
  return shown.endsWith('*') ? { word: shown.slice(0, -1), isPrefix: true } : { word: shown, isPrefix: false };
}

function requiredBits(terms: readonly SearchTerm[]): number {
  return terms.slice(0, maxTerms).reduce((bits, { isRequired }, at) => (isRequired ? bits | (1 << at) : bits), 0);
}

function listed(bits: number): readonly number[] {
  return Array.from({ length: maxTerms }, (_, at) => at).filter((at) => (bits & (1 << at)) !== 0);
}

/** Events by the terms they have, as bits of a number. */
class Matches {
  readonly required: number;
  readonly #rarities: readonly number[];
  readonly #terms = new Map<number, number>();
  readonly #scores = new Map<number, number>();

  constructor(rarities: readonly number[], required: number) {
    this.#rarities = rarities;
    this.required = required;
  }

  get size(): number {
    return this.#terms.size;
  }

  add(docs: readonly number[], term: number): void {
    const bit = 1 << term;
    for (const doc of docs) this.#terms.set(doc, (this.#terms.get(doc) ?? 0) | bit);
  }

  score(terms: number): number {
    let score = this.#scores.get(terms);
    if (score === undefined) {
      score = listed(terms).reduce((sum, at) => sum + this.#rarities[at]!, 0);
      this.#scores.set(terms, score);
    }
    return score;
  }

  /** The best, and of equal ones the newest. Few combinations of terms occur, so it is they that are sorted. */
  best(limit: number): readonly { readonly doc: number; readonly terms: number }[] {
    const byTerms = new Map<number, number[]>();
    for (const [doc, terms] of this.#terms) {
      const docs = byTerms.get(terms);
      if (docs === undefined) byTerms.set(terms, [doc]);
      else docs.push(doc);
    }
    const chosen: { doc: number; terms: number }[] = [];
    for (const terms of [...byTerms.keys()].sort((a, b) => this.score(b) - this.score(a) || a - b)) {
      if (chosen.length >= limit) break;
      const docs = byTerms.get(terms)!.sort((a, b) => b - a);
      for (const doc of docs.slice(0, limit - chosen.length)) chosen.push({ doc, terms });
    }
    return chosen;
  }
}

interface Candidate extends FoundPlace {
  readonly terms: number;
  readonly score: number;
}

interface ScoredSession {
  readonly uid: SessionUid;
  readonly coverage: number;
  readonly score: number;
  readonly terms: number;
  readonly hits: readonly Candidate[];
}

interface SessionFacts extends Titles {
  readonly tree: Key;
  readonly session: number;
  readonly uid: SessionUid;
  readonly events: number;
  readonly ended_at: number | null;
}

function* rankSessions(
  db: Dialect,
  candidates: readonly Candidate[],
  { rarities, required }: { readonly rarities: readonly number[]; readonly required: number },
  { terms: asked, limit, eventsPerSession }: RankQuery,
): Query<{ readonly sessions: readonly ScoredSession[]; readonly total: number }> {
  const groups = [...Map.groupBy(candidates, ({ tree, session }) => `${tree} ${session}`).values()]
    .map((events) => {
      const sorted = events.toSorted(byWorth);
      const terms = sorted.reduce((bits, event) => bits | event.terms, 0);
      const counts = rarities.map((_, at) =>
        sorted.reduce((sum, event) => ((event.terms & (1 << at)) === 0 ? sum : sum + countOf(event)), 0),
      );
      const own = weights.bestEvent * (sorted[0]!.score + weights.secondEvent * (sorted[1]?.score ?? 0));
      return { events: sorted, terms, counts, own, worth: own + sumOf(rarities, terms) };
    })
    .filter(({ terms }) => (terms & required) === required);
  const chosen = groups
    .toSorted((a, b) => b.worth - a.worth || newest(b.events) - newest(a.events))
    .slice(0, maxSessions);
  if (chosen.length === 0) return { sessions: [], total: 0 };

  const facts = yield* factsOf(
    db,
    chosen.map(({ events: [first] }) => first!),
  );
  const known = chosen.flatMap((group) => {
    const fact = facts.get(`${group.events[0]!.tree} ${group.events[0]!.session}`);
    return fact === undefined ? [] : [{ ...group, fact }];
  });
  const mean = known.reduce((sum, { fact }) => sum + Math.max(1, fact.events), 0) / Math.max(1, known.length);
  const whole = rarities.reduce((sum, value) => sum + value, 0);
  const sessions = known.map(({ events, terms, counts, own, fact }): ScoredSession & { readonly endedAt: number } => {
    const inTitle = termsIn(shownTitle(fact) ?? '', asked);
    const score =
      own +
      weights.title * sumOf(rarities, inTitle) +
      rarities.reduce(
        (sum, value, at) =>
          counts[at]! === 0 ? sum : sum + value * saturated(counts[at]!, Math.max(1, fact.events), mean),
        0,
      );
    return {
      uid: fact.uid,
      coverage: whole === 0 ? 0 : Math.round((100 * sumOf(rarities, terms)) / whole) / 100,
      score,
      terms,
      hits: varied(events, eventsPerSession),
      endedAt: fact.ended_at ?? 0,
    };
  });
  const best = sessions.toSorted((a, b) => b.score - a.score || b.endedAt - a.endedAt || (a.uid < b.uid ? -1 : 1));
  return { sessions: best.slice(0, limit), total: groups.length };
}

function* factsOf(db: Dialect, places: readonly FoundPlace[]): Query<ReadonlyMap<string, SessionFacts>> {
  const { table, column, values } = db.tuples(2);
  const rows = yield* all<SessionFacts>(
    `select s.tree, s.session, s.uid, s.events, s.ended_at, ${titleColumns} from ${table}
       ${db.joinInOrder} session s on s.tree = ${column(0)} and s.session = ${column(1)}`,
    ...values(places.map(({ tree, session }) => [tree, session])),
  );
  return new Map(rows.map((row) => [`${row.tree} ${row.session}`, row]));
}

function termsIn(title: string, terms: readonly SearchTerm[]): number {
  const words = new Set(wordsOf(title));
  return terms
    .slice(0, maxTerms)
    .reduce(
      (bits, { forms }, at) =>
        forms.some((form) => form.every(({ word }) => words.has(word))) ? bits | (1 << at) : bits,
      0,
    );
}

/** The best events, and before the next of equal terms those that have terms of the question that none before had. */
function varied(events: readonly Candidate[], limit: number): readonly Candidate[] {
  const chosen: Candidate[] = [];
  let had = 0;
  for (const event of events) {
    if (chosen.length === limit) return chosen;
    if ((event.terms & ~had) === 0) continue;
    had |= event.terms;
    chosen.push(event);
  }
  for (const event of events) {
    if (chosen.length === limit) break;
    if (!chosen.includes(event)) chosen.push(event);
  }
  return chosen;
}

function sumOf(rarities: readonly number[], terms: number): number {
  return rarities.reduce((sum, value, at) => ((terms & (1 << at)) === 0 ? sum : sum + value), 0);
}

/** An output has a term by chance more often than a message. */
function countOf({ kind }: Candidate): number {
  return kind === output ? weights.output : 1;
}

function newest(events: readonly Candidate[]): number {
  return Math.max(...events.map(({ doc }) => doc));
}

function byWorth(a: Candidate, b: Candidate): number {
  return b.score - a.score || b.doc - a.doc;
}

const output = kindCodes.encode('tool_result')!;

/** People look for what was said and what failed before what was run. */
const kindWeights: ReadonlyMap<number, number> = new Map([
  [kindCodes.encode('user_msg')!, 1.2],
  [kindCodes.encode('decision')!, 1.1],
  [kindCodes.encode('error')!, 1.1],
  [kindCodes.encode('assistant_msg')!, 1.1],
  [output, weights.outputEvent],
]);
