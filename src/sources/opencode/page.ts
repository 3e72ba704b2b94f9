import type { SessionUid } from '../../model/ids.ts';
import { draftOf, type DraftFields, patchOf } from '../reader/draft-of.ts';
import type { Draft, Link, SessionPatch, What } from '../source.ts';
import type { Memory } from './memory.ts';

/** One line being read: what is known of it, and what it has given so far. */
export interface Page {
  readonly session: SessionUid;
  /** Nobody types in a sub-agent: its prompts come from the agent that started it. */
  readonly isSubagent: boolean;
  readonly memory: Memory;
  readonly drafts: Draft[];
  readonly links: Link[];
  readonly sessions: SessionPatch[];
  /** Something in it nobody knows. */
  stranger?: string;
}

/** `fuller`: the event may have been told before, with less. */
export function emit(page: Page, key: string, what: What, more: DraftFields, fuller = false): void {
  page.drafts.push({ ...draftOf(page.session, key, what, more), ...(fuller && { fuller: true as const }) });
}

/** A prompt or call was made. The first one after a compaction goes on where the session was. */
export function stepped(page: Page, key: string): void {
  const { memory } = page;
  if (memory.compactedAt !== undefined && memory.compactedAt !== key) {
    page.links.push({ type: 'continued', session: page.session, from: memory.compactedAt, to: key });
    delete memory.compactedAt;
  }
  memory.lastStep = key;
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
