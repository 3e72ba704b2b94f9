import type { SessionUid } from '../../model/ids.ts';
import { draftOf, type Particulars, patchOf } from '../draft-of.ts';
import type { Draft, Link, SessionPatch, What } from '../source.ts';
import type { Memory, Place } from './memory.ts';
import type { Entry } from './record.ts';

/** One line being read: where it hangs, and what it has given so far. */
export interface Page {
  readonly session: SessionUid;
  /** Nobody types in a sub-agent: its prompts come from the agent that started it. */
  readonly isSubagent: boolean;
  readonly memory: Memory;
  readonly entry: Entry;
  /** Names the line's first event: its id, or `line:<n>` where it has none. Files only grow, so that stays true. */
  readonly key: string;
  /** What it hangs on: `parentId`, followed through messages that are no events. */
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

export function moveTo(page: Page, event: string, turn: string | undefined): void {
  page.place = { event, ...(turn === undefined ? {} : { turn }) };
}

export function patch(page: Page, facts: Parameters<typeof patchOf>[1]): void {
  page.sessions.push(...patchOf(page.session, facts));
}
