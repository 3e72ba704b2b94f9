import type { Event } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Act, Kind } from '../../model/words.ts';

// Search queries and results; see store.ts.

export interface SearchQuery {
  readonly text: string;
  readonly source?: string;
  /** Its name, or a whole path: then what was done in that folder and below it. */
  readonly repo?: string;
  readonly session?: SessionUid;
  readonly kind?: Kind;
  readonly act?: Act;
  readonly since?: number;
  readonly failed?: boolean;
  readonly limit: number;
}

export interface SearchHit {
  readonly event: Event;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}
