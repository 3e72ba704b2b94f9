import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Kind } from '../../model/words.ts';
import type { Source } from '../../sources/source.ts';
import type { SearchHit, SearchQuery, StoreReader } from '../../store/store.ts';
import { around, matches } from './snippet.ts';

export interface SearchAnswer {
  readonly hits: readonly Hit[];
  readonly total: number;
  /** False when counting stopped early: there are at least `total`. */
  readonly total_is_exact: boolean;
  readonly truncated: boolean;
}

export interface Hit {
  readonly event: EventId;
  readonly session: SessionUid;
  readonly at: string | null;
  readonly kind: Kind;
  /** The text around the match. */
  readonly snippet: string;
  readonly score: number;
}

export interface SearchOptions {
  /** Loaded only when a match is not in an event's summary. */
  readonly sources: () => Promise<readonly Source[]>;
  readonly raw?: boolean;
}

/** Full text over what was asked, said, run and failed, in every language; best first. */
export async function search(read: StoreReader, query: SearchQuery, options: SearchOptions): Promise<SearchAnswer> {
  const { hits, total, totalIsExact } = await read.search(query);
  const shown: Hit[] = [];
  for (const hit of hits) {
    const { id, session, at, kind } = hit.event;
    shown.push({
      event: id,
      session,
      at,
      kind,
      snippet: await snippetOf(read, hit, query.text, options),
      score: hit.score,
    });
  }
  return { hits: shown, total, total_is_exact: totalIsExact, truncated: total > hits.length };
}

/** From the summary where the match is there, else from the whole text, which the archive still has. */
async function snippetOf(
  read: StoreReader,
  { event }: SearchHit,
  text: string,
  { sources, raw = false }: SearchOptions,
): Promise<string> {
  if (matches(event.summary, text)) return around(event.summary, text);
  // Loaded only now: most matches are in the summary, and a search should be quick to start.
  const { payloadOf, textOf } = await import('../event/payload.ts');
  // A snippet is a kindness: when the bytes are gone the summary must do.
  const payload = await payloadOf(read, event, { sources: await sources(), raw }).catch(() => undefined);
  const whole = payload?.what ? textOf(payload.what) : '';
  return matches(whole, text) ? around(whole, text) : around(event.summary, text);
}
