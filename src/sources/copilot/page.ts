import type { SessionUid } from '../../model/ids.ts';
import { draftOf, type DraftFields, patchOf } from '../reader/draft-of.ts';
import { remember } from '../remember.ts';
import type { Draft, Link, SessionPatch, What } from '../source.ts';
import type { Memory } from './memory.ts';

/** One record being read: what is known of it, and what it has given so far. */
export interface Page {
  /** The main session of the file. */
  readonly main: SessionUid;
  /** The session the record belongs to: the main one, or a sub-agent's. */
  readonly session: SessionUid;
  /** The sub-agent's id; '' in the main conversation. */
  readonly agent: string;
  readonly memory: Memory;
  readonly at: number | undefined;
  /** The record's own id, or `line:<n>`: files only grow, so it stays true. */
  readonly key: string;
  readonly drafts: Draft[];
  readonly links: Link[];
  readonly sessions: SessionPatch[];
}

export function emit(page: Page, key: string, what: What, more: DraftFields): void {
  page.drafts.push(draftOf(page.session, key, what, { ...more, at: page.at }));
}

/** Something that happened to the conversation, in the turn that was going on. */
export function happened(page: Page, what: What, more: DraftFields = {}): void {
  emit(page, page.key, what, { native: page.key, role: 'system', turn: page.memory.turns.get(page.agent), ...more });
}

/** A prompt or call was made. */
export function stepped(page: Page, key: string): void {
  remember(page.memory.steps, page.agent, key);
}

export function patch(page: Page, facts: Parameters<typeof patchOf>[1]): void {
  page.sessions.push(...patchOf(page.session, facts));
}

export function uidOf(main: SessionUid, agent: string | undefined): SessionUid {
  return agent ? (`${main}/${agent}` as SessionUid) : main;
}
