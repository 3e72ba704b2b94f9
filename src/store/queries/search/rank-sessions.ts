import type { Key, SessionUid } from '../../../model/ids.ts';
import { kindCodes } from '../../rows/codes.ts';
import { shownTitle, titleColumns, type Titles } from '../../rows/title-ranks.ts';
import type { RankQuery } from '../../store.ts';
import type { Dialect, FoundPlace } from '../dialect.ts';
import { all, type Query } from '../query.ts';
import { InTitles } from './in-titles.ts';
import { sumOf, type Match, type Terms } from './matches.ts';
import { saturated, weights } from './scores.ts';

/** Sessions whose titles and lengths are looked up. */
const maxSessions = 100;
/** At least so many are returned: the texts of their events may change their order. */
const minReturned = 30;

/** An event that may be shown. */
export interface Candidate extends FoundPlace, Match {}

export interface ScoredSession {
  readonly uid: SessionUid;
  readonly title: string | null;
  readonly source: string;
  readonly repo: string | null;
  readonly endedAt: number | null;
  readonly coverage: number;
  readonly score: number;
  readonly terms: Terms;
  readonly hits: readonly Candidate[];
}

interface SessionFacts extends Titles {
  readonly tree: Key;
  readonly session: number;
  readonly uid: SessionUid;
  readonly source: string;
  readonly repo: string | null;
  readonly events: number;
  readonly ended_at: number | null;
}

export function* rankSessions(
  db: Dialect,
  candidates: readonly Candidate[],
  { rarities, required }: { readonly rarities: readonly number[]; readonly required: Terms },
  { terms: asked, limit, eventsPerSession }: RankQuery,
): Query<{ readonly sessions: readonly ScoredSession[]; readonly total: number }> {
  const groups = [...Map.groupBy(candidates, ({ tree, session }) => `${tree} ${session}`).values()]
    .map((events) => {
      const sorted = events.toSorted(byWorth);
      const terms = sorted.reduce((bits, event) => bits | event.terms, 0);
      const counts = rarities.map((_, at) => sorted.reduce((sum, event) => sum + countOf(event, 1 << at), 0));
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
  const inTitles = new InTitles(asked);
  const whole = rarities.reduce((sum, value) => sum + value, 0);
  const sessions = known.map(({ events, terms, counts, own, fact }): ScoredSession => {
    const title = shownTitle(fact);
    const inTitle = title === null ? 0 : inTitles.termsIn(title);
    const score =
      own +
      weights.together * bestTogether(events, rarities) +
      weights.title * sumOf(rarities, inTitle) +
      rarities.reduce(
        (sum, value, at) =>
          counts[at]! === 0 ? sum : sum + value * saturated(counts[at]!, Math.max(1, fact.events), mean),
        0,
      );
    return {
      uid: fact.uid,
      title,
      source: fact.source,
      repo: fact.repo,
      coverage: whole === 0 ? 0 : Math.round((100 * sumOf(rarities, terms)) / whole) / 100,
      score,
      terms,
      hits: varied(events, eventsPerSession),
      endedAt: fact.ended_at,
    };
  });
  const best = sessions.toSorted(
    (a, b) => b.score - a.score || (b.endedAt ?? 0) - (a.endedAt ?? 0) || (a.uid < b.uid ? -1 : 1),
  );
  // A term alone stands beside no other.
  const returned = asked.length > 1 ? Math.max(limit, minReturned) : limit;
  return { sessions: best.slice(0, returned), total: groups.length };
}

function* factsOf(db: Dialect, places: readonly FoundPlace[]): Query<ReadonlyMap<string, SessionFacts>> {
  const { table, column, values } = db.tuples(2);
  const rows = yield* all<SessionFacts>(
    `select s.tree, s.session, s.uid, s.source, s.repo, s.events, s.ended_at, ${titleColumns} from ${table}
       ${db.joinInOrder} session s on s.tree = ${column(0)} and s.session = ${column(1)}`,
    ...values(places.map(({ tree, session }) => [tree, session])),
  );
  return new Map(rows.map((row) => [`${row.tree} ${row.session}`, row]));
}

/** What events near each other have together, at best: a question and its answer, a command and its output. */
function bestTogether(events: readonly Candidate[], rarities: readonly number[]): number {
  const inOrder = events.toSorted((a, b) => a.seq - b.seq);
  let best = 0;
  for (const [from, { seq }] of inOrder.entries()) {
    let terms = 0;
    for (let to = from; to < inOrder.length && inOrder[to]!.seq <= seq + weights.near; to++)
      terms |= inOrder[to]!.terms & ~inOrder[to]!.rest;
    best = Math.max(best, sumOf(rarities, terms));
  }
  return best;
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

/** An output has a term by chance more often than a message, and a long text more often than a short one. */
function countOf({ kind, terms, rest }: Candidate, term: Terms): number {
  if ((terms & term) === 0) return 0;
  return (kind === output ? weights.output : 1) * ((rest & term) === 0 ? 1 : weights.rest);
}

function newest(events: readonly Candidate[]): number {
  return Math.max(...events.map(({ doc }) => doc));
}

export function byWorth(a: Candidate, b: Candidate): number {
  return b.score - a.score || b.doc - a.doc;
}

const output = kindCodes.encode('tool_result')!;
