import type { SessionUid } from '../../model/ids.ts';
import { draftOf, type DraftFields, patchOf } from '../reader/draft-of.ts';
import type { Draft, Link, SessionPatch, What } from '../source.ts';
import type { Memory } from './memory.ts';

/** One record being read: what is known of it, and what it has given so far. */
export interface Page {
  readonly session: SessionUid;
  /** Nobody types in a sub-agent: its prompts come from the agent that started it. */
  readonly isSubagent: boolean;
  /** The messages are a history written anew: with new times, and with less in them. */
  readonly isRewritten: boolean;
  /** The whole session is written again each time, so what was told before may have grown. */
  readonly isDocument: boolean;
  readonly memory: Memory;
  readonly at: number | undefined;
  /** The message's id, or `line:<n>`. */
  readonly key: string;
  readonly drafts: Draft[];
  readonly links: Link[];
  readonly sessions: SessionPatch[];
}

interface More extends DraftFields {
  readonly fuller?: boolean;
}

export function emit(page: Page, key: string, what: What, { fuller, ...more }: More): void {
  const draft = draftOf(page.session, key, what, { ...more, at: more.at ?? page.at, turn: page.memory.turn });
  page.drafts.push(fuller ? { ...draft, fuller } : draft);
}

export function patch(page: Page, facts: Parameters<typeof patchOf>[1]): void {
  page.sessions.push(...patchOf(page.session, facts));
}

/** What failed was not the end of it. */
export function wentOn(page: Page): void {
  if (!page.memory.failed) return;
  delete page.memory.failed;
  patch(page, { outcome: 'unknown' });
}
