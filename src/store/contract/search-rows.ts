import type { Event } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Act, Kind } from '../../model/words.ts';
import type { IndexedWord } from '../../platform/search/words.ts';

// Search queries and results; see store.ts.

/** Which events may be found. */
export interface SearchFilter {
  readonly source?: string;
  /** Its name, or a whole path: then what was done in that folder and below it. */
  readonly repo?: string;
  readonly session?: SessionUid;
  readonly kind?: Kind;
  readonly act?: Act;
  /** The name of a tool, in any case. */
  readonly tool?: string;
  readonly since?: number;
  readonly failed?: boolean;
}

/** All words of a text. */
export interface SearchQuery extends SearchFilter {
  readonly text: string;
  readonly limit: number;
}

export interface SearchHit {
  readonly event: Event;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

/** One part of a question. An event has it when it has all words of any of these lists. */
export interface SearchTerm {
  readonly typed: string;
  readonly forms: readonly (readonly IndexedWord[])[];
  /** Nothing is found without it. */
  readonly isRequired: boolean;
  /** What to try when no event has it: words that differ by a typing mistake, and longer ones. */
  readonly guesses: readonly IndexedWord[];
}

/** A question: the more of its terms and the rarer they are, the better. */
export interface RankQuery extends SearchFilter {
  readonly terms: readonly SearchTerm[];
  /** An event that has one of these is not found. */
  readonly excluded: readonly SearchTerm[];
  /** So many sessions, each with its best events; or so many events. */
  readonly limit: number;
  readonly eventsPerSession: number;
}

export interface RankAnswer {
  readonly sessions: readonly RankedSession[];
  /** The best events of all sessions. */
  readonly hits: readonly RankedHit[];
  /** As many as were found; at least so many when `totalIsExact` is false. */
  readonly totalSessions: number;
  readonly totalHits: number;
  readonly totalIsExact: boolean;
  /** What became of each term, in the order of the query. */
  readonly terms: readonly FoundTerm[];
}

export interface FoundTerm {
  /** In how many events; at least so many when `isExact` is false. */
  readonly events: number;
  readonly isExact: boolean;
  /** The words that were found instead, when no event has it. */
  readonly instead: readonly string[];
}

export interface RankedSession {
  readonly session: SessionUid;
  readonly title: string | null;
  readonly source: string;
  readonly repo: string | null;
  readonly endedAt: number | null;
  /** Between 0 and 1: how much of the question it has, rare terms counting more. */
  readonly coverage: number;
  readonly score: number;
  /** Places of the terms it has, in the query. */
  readonly terms: readonly number[];
  /** Best first. */
  readonly hits: readonly RankedHit[];
}

export interface RankedHit extends SearchHit {
  readonly terms: readonly number[];
}
