import type { SessionUid } from '../../model/ids.ts';
import { draftOf, type DraftFields } from '../reader/draft-of.ts';
import type { Draft, Link, SessionPatch, What } from '../source.ts';
import type { Memory } from './memory.ts';

/** One record being read: what is known of it, and what it has given so far. */
export interface Page {
  readonly session: SessionUid;
  /** Nobody types in this thread: its prompts come from the agent that spawned it. */
  readonly isSubagent: boolean;
  readonly memory: Memory;
  readonly at: number | undefined;
  /** `line:<n>`: the name of a record that has no id. Files only grow, so it stays true. */
  readonly line: string;
  readonly drafts: Draft[];
  readonly links: Link[];
  readonly sessions: SessionPatch[];
}

/** Null where a turn is known to have no prompt, as the memory keeps it. */
interface InTurn extends Omit<DraftFields, 'parent' | 'turn'> {
  readonly parent?: string | null | undefined;
  readonly turn?: string | null | undefined;
}

export function emit(page: Page, key: string, what: What, more: InTurn): void {
  page.drafts.push(
    draftOf(page.session, key, what, {
      ...more,
      at: more.at ?? page.at,
      parent: more.parent ?? undefined,
      turn: more.turn ?? undefined,
    }),
  );
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
