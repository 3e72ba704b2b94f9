import type { SessionUid } from '../../model/ids.ts';
import { draftOf, type DraftFields, patchOf } from '../reader/draft-of.ts';
import type { Draft, Link, SessionPatch, What } from '../source.ts';
import type { Memory } from './memory.ts';

/** One message being read: what is known of it, and what it has given so far. */
export interface Page {
  readonly session: SessionUid;
  /** Nobody types in a sub-agent: its prompts come from the agent that started it. */
  readonly isSubagent: boolean;
  readonly memory: Memory;
  readonly at: number | undefined;
  /** The message's id, or its place and content where it has none. */
  readonly key: string;
  /** The key, where it is the agent's own. */
  readonly native: string | undefined;
  readonly drafts: Draft[];
  readonly links: Link[];
  readonly sessions: SessionPatch[];
}

export function emit(page: Page, key: string, what: What, more: DraftFields): void {
  page.drafts.push(draftOf(page.session, key, what, { ...more, at: page.at, turn: page.memory.turn }));
}

export function patch(page: Page, facts: Parameters<typeof patchOf>[1]): void {
  page.sessions.push(...patchOf(page.session, facts));
}
