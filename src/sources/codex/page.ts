import type { Tokens } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Role } from '../../model/words.ts';
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

export interface Particulars {
  readonly native?: string | undefined;
  readonly role?: Role;
  readonly parent?: string | null | undefined;
  readonly turn?: string | null | undefined;
  readonly tokens?: Tokens;
  readonly durationMs?: number | undefined;
  /** When it is not the line's time. */
  readonly at?: number | undefined;
}

export function emit(page: Page, key: string, what: What, more: Particulars): void {
  const draft: { -readonly [Field in keyof Draft]: Draft[Field] } = { session: page.session, key, what };
  const at = more.at ?? page.at;
  if (at !== undefined) draft.at = at;
  if (more.native !== undefined) draft.native = more.native;
  if (more.role !== undefined) draft.role = more.role;
  if (typeof more.parent === 'string' && more.parent !== key) draft.parent = more.parent;
  if (typeof more.turn === 'string') draft.turn = more.turn;
  if (more.tokens) draft.tokens = more.tokens;
  if (more.durationMs !== undefined && more.durationMs >= 0) draft.durationMs = more.durationMs;
  page.drafts.push(draft);
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
