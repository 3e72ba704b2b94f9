import type { SessionUid } from '../../model/ids.ts';
import { draftOf, type DraftFields, patchOf } from '../reader/draft-of.ts';
import type { Draft, Link, SessionPatch, What } from '../source.ts';
import type { Memory } from './memory.ts';

/** One item being read: what is known of it, and what it has given so far. */
export interface Page {
  readonly session: SessionUid;
  readonly memory: Memory;
  readonly key: string;
  /** The key where it names the item wherever it was copied, else its place. */
  readonly native: string;
  readonly drafts: Draft[];
  readonly links: Link[];
  readonly sessions: SessionPatch[];
}

/** The file is written anew whenever something comes to it, and what was told before may have grown. */
export function emit(page: Page, key: string, what: What, more: DraftFields): void {
  page.drafts.push({ ...draftOf(page.session, key, what, { ...more, turn: page.memory.turn }), fuller: true });
}

export function patch(page: Page, facts: Parameters<typeof patchOf>[1]): void {
  page.sessions.push(...patchOf(page.session, facts));
}
