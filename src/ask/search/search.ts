import type { Event } from '../../model/event.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Kind } from '../../model/words.ts';
import { wordsOf } from '../../platform/search/words.ts';
import type { LoadSources } from '../../sources/source.ts';
import type { RankedHit, RankedSession, SearchFilter, StoreReader } from '../../store/store.ts';
import type { TypedQuery } from './read-query.ts';
import { around, matches } from './snippet.ts';

export interface SearchAnswer {
  /** Best first, each with its best events; empty when events were asked for. */
  readonly sessions: readonly SessionHit[];
  /** Best first; empty unless events were asked for. */
  readonly hits: readonly Hit[];
  /** How many sessions, or events if those were asked for, have any word of the question. */
  readonly total: number;
  /** False when counting stopped early: there are at least `total`. */
  readonly total_is_exact: boolean;
  readonly truncated: boolean;
  /** What was looked for: the words of the question without those that say nothing. */
  readonly terms: readonly TermFound[];
}

export interface TermFound {
  readonly term: string;
  /** In how many events; 0: it is nowhere. */
  readonly events: number;
  /** False when counting stopped early: there are at least `events`. */
  readonly events_is_exact: boolean;
  /** What was found instead, when it is nowhere: longer words (`conf*`), or ones that differ by a typing mistake. */
  readonly instead: readonly string[];
}

export interface SessionHit {
  readonly session: SessionUid;
  readonly title: string | null;
  readonly source: string;
  readonly repo: string | null;
  readonly ended_at: string | null;
  /** How much of the question the session has, 0 to 1; rare words count more. */
  readonly coverage: number;
  /** The terms it has. */
  readonly matched: readonly string[];
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
  readonly hits: readonly Hit[];
}

export interface Hit {
  readonly event: EventId;
  /** Its place in the session. */
  readonly seq: number;
  readonly session: SessionUid;
  readonly at: string | null;
  readonly kind: Kind;
  /** What of the session it is found in. */
  readonly field: SearchField;
  /** The terms it has. */
  readonly matched: readonly string[];
  /** The text around the match. */
  readonly snippet: string;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

export type SearchField = 'prompt' | 'answer' | 'thinking' | 'command' | 'edit' | 'error' | 'output' | 'record';

export interface SearchOptions {
  readonly limit: number;
  /** A flat list of events instead of sessions. */
  readonly events: boolean;
  /** Loaded only when a match is not in an event's summary. */
  readonly sources: LoadSources;
  readonly raw?: boolean;
}

/** Answers a question from what was asked, answered, run and reported, in every language; best first. */
export async function search(
  read: StoreReader,
  query: TypedQuery,
  filter: SearchFilter,
  options: SearchOptions,
): Promise<SearchAnswer> {
  const { terms, excluded, phrases } = query;
  const { events: wantsEvents, limit } = options;
  const found = await read.searchRanked({
    ...filter,
    terms,
    excluded,
    // What is in quotes is checked in the texts, and some of what has its words does not have it.
    limit: phrases.length > 0 ? Math.max(2 * limit, candidatesOfPhrase) : limit,
    eventsPerSession,
  });
  const typed = terms.map((term) => term.typed);
  const namesOf = (places: readonly number[]) => places.map((at) => typed[at]!);
  const instead = found.terms.map((term) => term.instead);
  const wholeText = wholeTexts(read, options);
  const toHits = async (hits: readonly RankedHit[]): Promise<readonly Hit[]> => {
    const shown: Hit[] = [];
    for (const hit of hits) {
      const { id, seq, session, at, kind } = hit.event;
      const words = hit.terms.flatMap((place) =>
        instead[place]!.length > 0 ? instead[place]!.map((word) => word.replace('*', '')) : formsIn(terms[place]!),
      );
      // Only an event that has the words of a phrase can have the phrase.
      const own = phrases.filter((phrase) => hit.terms.some((place) => typed[place] === `"${phrase}"`));
      const snippet = await snippetOf(hit, { words, phrases: own }, wholeText);
      if (snippet === undefined) continue;
      shown.push({
        event: id,
        seq,
        session,
        at,
        kind,
        field: fieldOf(kind),
        matched: namesOf(hit.terms),
        snippet,
        score: rounded(hit.score),
      });
    }
    return shown;
  };

  const hits: Hit[] = [];
  const sessions: SessionHit[] = [];
  if (wantsEvents) {
    for (const hit of found.hits) {
      if (hits.length === limit) break;
      hits.push(...(await toHits([hit])));
    }
  } else {
    for (const ranked of found.sessions) {
      if (sessions.length === limit) break;
      const shown = await toHits(ranked.hits);
      const hasPhrases = phrases.every((phrase) => shown.some(({ matched }) => matched.includes(`"${phrase}"`)));
      if (hasPhrases) sessions.push(sessionHit(ranked, namesOf, shown));
    }
  }
  const isChecked = phrases.length > 0;
  const count = wantsEvents ? hits.length : sessions.length;
  const total = isChecked ? count : wantsEvents ? found.totalHits : found.totalSessions;
  return {
    sessions,
    hits,
    total,
    total_is_exact: isChecked ? count < limit : found.totalIsExact,
    truncated: isChecked ? count === limit : total > count,
    terms: found.terms.map(({ events, isExact, instead: words }, at) => ({
      term: typed[at]!,
      events: words.length > 0 ? 0 : events,
      events_is_exact: isExact,
      instead: words,
    })),
  };
}

const eventsPerSession = 3;
const candidatesOfPhrase = 60;

function sessionHit(
  { session, title, source, repo, endedAt, coverage, score, terms }: RankedSession,
  namesOf: (terms: readonly number[]) => readonly string[],
  hits: readonly Hit[],
): SessionHit {
  return {
    session,
    title,
    source,
    repo,
    ended_at: endedAt === null ? null : new Date(endedAt).toISOString(),
    coverage,
    matched: namesOf(terms),
    score: rounded(score),
    hits,
  };
}

function formsIn({ forms }: TypedQuery['terms'][number]): readonly string[] {
  return forms.flatMap((form) => form.map(({ word }) => word));
}

function rounded(score: number): number {
  return Math.round(100 * score) / 100;
}

function fieldOf(kind: Kind): SearchField {
  return fields[kind] ?? 'record';
}

const fields: Partial<Record<Kind, SearchField>> = {
  user_msg: 'prompt',
  human_intervention: 'prompt',
  assistant_msg: 'answer',
  thinking: 'thinking',
  tool_call: 'command',
  test_run: 'command',
  retry: 'command',
  edit: 'edit',
  error: 'error',
  tool_result: 'output',
};

interface Sought {
  readonly words: readonly string[];
  readonly phrases: readonly string[];
}

/**
 * From the summary where the match is there, else from the whole text, which the archive still has. Undefined when the
 * text does not have what is in quotes.
 */
async function snippetOf(
  { event }: RankedHit,
  { words, phrases }: Sought,
  wholeText: WholeText,
): Promise<string | undefined> {
  const hasAll = (text: string) => phrases.every((phrase) => hasPhrase(text, phrase));
  if (matches(event.summary, words) && hasAll(event.summary)) return around(event.summary, words);
  const whole = await wholeText(event);
  if (whole !== '' && !hasAll(whole)) return undefined;
  return matches(whole, words) ? around(whole, words) : around(event.summary, words);
}

type WholeText = (event: Event) => Promise<string>;

/**
 * Texts from the archive, '' where the bytes are gone: a snippet is a kindness. Loaded for the first match that is not in
 * its summary: most are, and a search should be quick to start. The best events of a session are often in one block,
 * which is opened once.
 */
function wholeTexts(read: StoreReader, { sources, raw = false }: SearchOptions): WholeText {
  const load = async (): Promise<WholeText> => {
    const { payloadReader, textOf } = await import('../event/payload.ts');
    const payloadOf = payloadReader(read, { sources, raw });
    return async (event) => {
      const payload = await payloadOf(event).catch(() => undefined);
      return payload?.what ? textOf(payload.what) : '';
    };
  };
  let loaded: Promise<WholeText> | undefined;
  return async (event) => (await (loaded ??= load()))(event);
}

function hasPhrase(text: string, phrase: string): boolean {
  // The last word may go on: `"lock file"` is in `lock files`.
  return ` ${wordsOf(text).join(' ')}`.includes(` ${wordsOf(phrase).join(' ')}`);
}
