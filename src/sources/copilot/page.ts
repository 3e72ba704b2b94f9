import type { Tokens } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Role } from '../../model/words.ts';
import type { Draft, Link, SessionPatch, What } from '../source.ts';
import type { Memory } from './memory.ts';
import { remember } from './memory.ts';

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

export interface Particulars {
  readonly native?: string | undefined;
  readonly role?: Role;
  readonly parent?: string | undefined;
  readonly turn?: string | undefined;
  readonly tokens?: Tokens | undefined;
  readonly durationMs?: number | undefined;
}

export function emit(page: Page, key: string, what: What, more: Particulars): void {
  const draft: { -readonly [Field in keyof Draft]: Draft[Field] } = { session: page.session, key, what };
  if (page.at !== undefined) draft.at = page.at;
  if (more.native !== undefined) draft.native = more.native;
  if (more.role !== undefined) draft.role = more.role;
  if (more.parent !== undefined && more.parent !== key) draft.parent = more.parent;
  if (more.turn !== undefined) draft.turn = more.turn;
  if (more.tokens) draft.tokens = more.tokens;
  if (more.durationMs !== undefined && more.durationMs >= 0) draft.durationMs = more.durationMs;
  page.drafts.push(draft);
}

/** Something that happened to the conversation, in the turn that was going on. */
export function happened(page: Page, what: What, more: Particulars = {}): void {
  emit(page, page.key, what, { native: page.key, role: 'system', turn: page.memory.turns.get(page.agent), ...more });
}

/** A prompt or call was made. */
export function stepped(page: Page, key: string): void {
  remember(page.memory.steps, page.agent, key);
}

export function patch(page: Page, facts: { readonly [Field in keyof SessionPatch]?: SessionPatch[Field] | undefined }): void {
  const given = Object.entries(facts).filter(([, value]) => value !== undefined);
  if (given.length > 0) page.sessions.push({ uid: page.session, ...Object.fromEntries(given) });
}

export function uidOf(main: SessionUid, agent: string | undefined): SessionUid {
  return agent ? (`${main}/${agent}` as SessionUid) : main;
}
