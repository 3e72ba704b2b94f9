import type { SessionUid } from '../../model/ids.ts';
import { draftOf, type Particulars, patchOf } from '../draft-of.ts';
import type { Draft, Link, SessionPatch, What } from '../source.ts';
import type { Memory, Place } from './memory.ts';
import type { Entry } from './record.ts';

/** One entry being read: where it hangs, and what it has given so far. */
export interface Page {
  readonly session: SessionUid;
  readonly memory: Memory;
  readonly entry: Entry;
  /** Names the entry's first event: its id, or `line:<n>` where it has none. Files only grow, so that stays true. */
  readonly key: string;
  /** What it hangs on. */
  readonly above: Place;
  /** Where its children hang; `above` until it has become an event. */
  place: Place;
  readonly drafts: Draft[];
  readonly links: Link[];
  readonly sessions: SessionPatch[];
}

export function emit(page: Page, key: string, what: What, more: Particulars): void {
  page.drafts.push(draftOf(page.session, key, what, { ...more, at: page.entry.at }));
}

/** The entry's own id as the native id of its first event. A key that was made up is no id of the agent's. */
export function nativeOf({ entry }: Page): string | undefined {
  return entry.id;
}

export function moveTo(page: Page, place: { readonly [Field in keyof Place]: Place[Field] | undefined }): void {
  page.place = Object.fromEntries(
    Object.entries({ ...page.place, ...place }).filter(([, value]) => value !== undefined),
  );
}

export function patch(page: Page, facts: Parameters<typeof patchOf>[1]): void {
  page.sessions.push(...patchOf(page.session, facts));
}
