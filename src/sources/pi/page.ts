import type { Tokens } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Role } from '../../model/words.ts';
import type { Draft, Link, SessionPatch, What } from '../source.ts';
import type { Memory, Place } from './memory.ts';
import type { Entry } from './record.ts';

/** One entry being read: where it hangs, and what it has given so far. */
export interface Page {
  readonly session: SessionUid;
  readonly memory: Memory;
  readonly entry: Entry;
  /** Names the entry's first event: its id, or `line:<n>` where it has none. Files only grow, so that stays true. */
  readonly key: string;
  /** What it hangs on. */
  readonly above: Place;
  /** Where its children hang; `above` until it has become an event. */
  place: Place;
  readonly drafts: Draft[];
  readonly links: Link[];
  readonly sessions: SessionPatch[];
}

export interface Particulars {
  readonly native?: string | undefined;
  readonly role: Role;
  readonly parent?: string | undefined;
  readonly turn?: string | undefined;
  readonly tokens?: Tokens | undefined;
  readonly durationMs?: number | undefined;
}

export function emit(page: Page, key: string, what: What, more: Particulars): void {
  const draft: { -readonly [Field in keyof Draft]: Draft[Field] } = { session: page.session, key, role: more.role, what };
  if (page.entry.at !== undefined) draft.at = page.entry.at;
  if (more.native !== undefined) draft.native = more.native;
  if (more.parent !== undefined && more.parent !== key) draft.parent = more.parent;
  if (more.turn !== undefined) draft.turn = more.turn;
  if (more.tokens) draft.tokens = more.tokens;
  if (more.durationMs !== undefined && more.durationMs >= 0) draft.durationMs = more.durationMs;
  page.drafts.push(draft);
}

/** The entry's own id as the native id of its first event. A key that was made up is no id of the agent's. */
export function nativeOf({ entry }: Page): string | undefined {
  return entry.id;
}

export function moveTo(page: Page, place: { readonly [Field in keyof Place]: Place[Field] | undefined }): void {
  page.place = Object.fromEntries(Object.entries({ ...page.place, ...place }).filter(([, value]) => value !== undefined));
}

export function patch(page: Page, facts: { readonly [Field in keyof SessionPatch]?: SessionPatch[Field] | undefined }): void {
  const given = Object.entries(facts).filter(([, value]) => value !== undefined);
  if (given.length > 0) page.sessions.push({ uid: page.session, ...Object.fromEntries(given) });
}
