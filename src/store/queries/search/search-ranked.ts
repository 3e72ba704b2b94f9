import type { Event } from '../../../model/event.ts';
import { eventId } from '../../../model/ids.ts';
import type { FoundTerm, RankAnswer, RankedHit, RankQuery, SearchTerm } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { eventsOf, summariesOf } from '../events/events.ts';
import { get, type Query } from '../query.ts';
import { lookUp } from './look-up.ts';
import { Adjacent } from './adjacent.ts';
import { listed, Matches, maxTerms, sumOf, type Terms } from './matches.ts';
import { byWorth, rankSessions, type Candidate, type ScoredSession } from './rank-sessions.ts';
import { rarity, weights } from './scores.ts';

/** Events whose sessions are looked up: the best ones. */
const maxPlaced = 1_200;

/**
 * Answers a question: sessions by how much of it they have, rare terms counting more, and the best events of each.
 *
 * The index knows which events have a word, and no more. So events are scored by the terms they have; the best ones are
 * looked up; and each session is scored by its own. Frequent terms add to what rarer ones found.
 */
export function* searchRanked(db: Dialect, query: RankQuery): Query<RankAnswer> {
  const { postings, anywhere } = yield* lookUp(db, query);
  const every = postings.reduce((bits, { docs }, at) => (docs.length > 0 ? bits | (1 << at) : bits), 0);
  const required = requiredBits(query.terms);
  const sum = yield* get<{ events: number | null }>('select sum(events) as events from session');
  const rarities = postings.map(({ docs, isExact }) =>
    rarity(isExact ? docs.length : 2 * docs.length, Number(sum?.events ?? 0)),
  );
  const matches = new Matches(rarities, weights.rest);
  for (const [at, { docs }] of postings.entries()) matches.add(docs, at);
  matches.addAnywhere(anywhere, every);
  const best = matches.best(maxPlaced);
  const placed = yield* db.search.places(best.map(({ doc }) => doc));
  const byDoc = new Map(best.map((match) => [match.doc, match]));
  const candidates = placed.map((place): Candidate => {
    const match = byDoc.get(place.doc)!;
    return { ...place, ...match, score: match.score * (weights.kinds.get(place.kind) ?? 1) };
  });
  const ranked = yield* rankSessions(db, candidates, { rarities, required }, query);
  const flat = bestEvents(candidates, { every, required }).slice(0, query.limit);
  const sessions = (yield* withAdjacent(db, ranked.sessions, rarities, query)).slice(0, query.limit);
  const eventOf = yield* eventsByDoc(db, [...sessions.flatMap(({ hits }) => hits), ...flat]);
  const toHit = ({ doc, score, terms }: Candidate): readonly RankedHit[] => {
    const event = eventOf.get(doc);
    return event === undefined ? [] : [{ event, score, terms: listed(terms) }];
  };
  return {
    sessions: sessions.map((session) => ({
      session: session.uid,
      title: session.title,
      source: session.source,
      repo: session.repo,
      endedAt: session.endedAt,
      coverage: session.coverage,
      score: session.score,
      terms: listed(session.terms),
      hits: session.hits.flatMap(toHit),
    })),
    hits: flat.flatMap(toHit),
    totalSessions: ranked.total,
    totalHits: matches.size,
    totalIsExact: postings.every(({ isExact }) => isExact) && matches.size <= maxPlaced,
    terms: postings.map(({ docs, isExact, instead }): FoundTerm => ({ events: docs.length, isExact, instead })),
  };
}

/** With what terms are worth that stand beside each other as in the question, in the events that would be shown. */
function* withAdjacent(
  db: Dialect,
  sessions: readonly ScoredSession[],
  rarities: readonly number[],
  { terms }: RankQuery,
): Query<readonly ScoredSession[]> {
  if (terms.length < 2) return sessions;
  const hits = sessions.flatMap((session) => session.hits);
  const texts = yield* summariesOf(
    db,
    hits.map(({ tree, id }) => ({ tree, event: id })),
  );
  const textOf = new Map(hits.map((hit, at) => [hit, texts[at]!]));
  const adjacent = new Adjacent(terms);
  return sessions
    .map((session) => {
      const firsts = adjacent.firsts(session.hits.map((hit) => textOf.get(hit)!));
      const more = sumOf(rarities, firsts) + sumOf(rarities, firsts << 1);
      return { ...session, score: session.score + weights.adjacent * more };
    })
    .toSorted((a, b) => b.score - a.score);
}

/** Those with every term that is anywhere come first. */
function bestEvents(
  candidates: readonly Candidate[],
  { every, required }: { readonly every: Terms; readonly required: Terms },
): readonly Candidate[] {
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

function requiredBits(terms: readonly SearchTerm[]): Terms {
  return terms.slice(0, maxTerms).reduce((bits, { isRequired }, at) => (isRequired ? bits | (1 << at) : bits), 0);
}
