import type { Tokens } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Role } from '../../model/words.ts';
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
  /** The event the record hangs on. */
  readonly above: string | undefined;
  /** The event that what follows the record hangs on, where it is not the one above. */
  leads?: string;
  readonly drafts: Draft[];
  readonly links: Link[];
  readonly sessions: SessionPatch[];
}

export interface Particulars {
  readonly native?: string;
  readonly role: Role;
  readonly parent?: string | undefined;
  readonly tokens?: Tokens | undefined;
  readonly durationMs?: number | undefined;
  /** When it is not the record's time. */
  readonly at?: number | undefined;
}

export function emit(page: Page, key: string, what: What, more: Particulars): void {
  const draft: { -readonly [Field in keyof Draft]: Draft[Field] } = { session: page.session, key, what, role: more.role };
  const at = more.at ?? page.at;
  if (at !== undefined) draft.at = at;
  if (more.native !== undefined) draft.native = more.native;
  if (more.parent !== undefined && more.parent !== key) draft.parent = more.parent;
  if (page.memory.turn !== undefined) draft.turn = page.memory.turn;
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

export function patch(page: Page, facts: { readonly [Field in keyof SessionPatch]?: SessionPatch[Field] | undefined }): void {
  const given = Object.entries(facts).filter(([, value]) => value !== undefined);
  if (given.length > 0) page.sessions.push({ uid: page.session, ...Object.fromEntries(given) });
}
