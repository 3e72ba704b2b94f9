import type { SessionUid } from '../../model/ids.ts';
import { draftOf, type DraftFields, patchOf } from '../reader/draft-of.ts';
import type { Draft, Link, SessionPatch, What } from '../source.ts';
import type { Memory } from './memory.ts';
import type { Update } from './record.ts';

/** One line of the transcript being read: what is known of it, and what it has given so far. */
export interface Page {
  readonly session: SessionUid;
  readonly memory: Memory;
  readonly update: Update;
  readonly line: number;
  /** Names the line's event. The event id alone does not: its number begins anew when a session is resumed. */
  readonly key: string;
  /** The same, where the agent gave it. */
  readonly native: string | undefined;
  readonly drafts: Draft[];
  readonly links: Link[];
  readonly sessions: SessionPatch[];
}

export function emit(
  page: Page,
  key: string,
  what: What,
  more: DraftFields & { readonly fromLine?: number; readonly fuller?: true } = {},
): void {
  const { fromLine, fuller, ...rest } = more;
  const draft = draftOf(page.session, key, what, { turn: page.memory.turn, ...rest, at: rest.at ?? page.update.at });
  page.drafts.push({ ...draft, ...(fromLine !== undefined && { fromLine }), ...(fuller && { fuller }) });
}

/** A prompt or call was made. The first one after a compaction goes on where the session was. */
export function stepped({ memory, links, session }: Page, key: string): void {
  if (memory.compactedAt !== undefined) {
    links.push({ type: 'continued', session, from: memory.compactedAt, to: key });
    delete memory.compactedAt;
  }
  memory.lastStep = key;
}

export function patch(page: Page, facts: Parameters<typeof patchOf>[1]): void {
  page.sessions.push(...patchOf(page.session, facts));
}
