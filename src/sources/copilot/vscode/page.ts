import type { SessionUid } from '../../../model/ids.ts';
import { draftOf, type DraftFields, patchOf } from '../../reader/draft-of.ts';
import type { Draft, Link, SessionPatch, What } from '../../source.ts';
import type { ChatMemory } from './memory.ts';

/** A request, or a change of one, being read. */
export interface ChatPage {
  readonly session: SessionUid;
  readonly memory: ChatMemory;
  readonly drafts: Draft[];
  readonly links: Link[];
  readonly sessions: SessionPatch[];
}

/** Requests grow as their responses do, so whatever is told may have been told before, with less. */
export function tell(page: ChatPage, key: string, what: What, more: DraftFields, session = page.session): void {
  page.drafts.push({ ...draftOf(session, key, what, more), fuller: true });
}

export function patch(page: ChatPage, facts: Parameters<typeof patchOf>[1], session = page.session): void {
  page.sessions.push(...patchOf(session, facts));
}
