import type { SessionUid } from '../../model/ids.ts';
import { draftOf, type DraftFields, patchOf } from '../reader/draft-of.ts';
import type { Draft, Link, SessionPatch, What } from '../source.ts';
import type { Memory } from './memory.ts';

/** One record being read: what is known of it, and what it has given so far. */
export interface Page {
  readonly session: SessionUid;
  /** The main session, whose id every sub-agent's begins with. */
  readonly main: SessionUid;
  /** Nobody types in a sub-agent: its prompts come from the agent that started it. */
  readonly isSubagent: boolean;
  readonly memory: Memory;
  readonly at: number | undefined;
  /** The record's uuid, or `line:<n>`: files only grow, so it stays true. */
  readonly key: string;
  /** From 1. */
  readonly line: number;
  /** The event the record hangs on. */
  readonly above: string | undefined;
  /** The event that what follows the record hangs on, where it is not the one above. */
  leads?: string;
  readonly drafts: Draft[];
  readonly links: Link[];
  readonly sessions: SessionPatch[];
}

export function emit(
  page: Page,
  key: string,
  what: What,
  { fromLine, ...more }: DraftFields & { readonly fromLine?: number },
): void {
  const draft = draftOf(page.session, key, what, { ...more, at: more.at ?? page.at, turn: page.memory.turn });
  page.drafts.push(fromLine === undefined || fromLine === page.line ? draft : { ...draft, fromLine });
}

/** A prompt or call was made. The first one after a compaction that left no summary goes on where the session was. */
export function stepped(page: Page, key: string): void {
  const { memory } = page;
  if (memory.compactedAt !== undefined) {
    page.links.push({ type: 'continued', session: page.session, from: memory.compactedAt, to: key });
    delete memory.compactedAt;
  }
  memory.lastStep = key;
}

export function patch(page: Page, facts: Parameters<typeof patchOf>[1]): void {
  page.sessions.push(...patchOf(page.session, facts));
}
