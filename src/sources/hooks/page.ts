import type { SessionUid } from '../../model/ids.ts';
import { draftOf } from '../reader/draft-of.ts';
import type { DraftFields } from '../reader/draft-of.ts';
import type { Draft, What } from '../source.ts';
import { likenessOf, openLike } from './memory.ts';
import type { Memory } from './memory.ts';
import type { HookCall } from '../agent/hook-event.ts';

/** One line of a hook log while it is read. */
export interface Page {
  readonly memory: Memory;
  readonly session: SessionUid;
  readonly at: number | undefined;
  readonly drafts: Draft[];
  /** Names an event by what the line says, where no id does: the same line twice is the same event. */
  readonly lineKey: () => string;
}

export function emit(page: Page, key: string, what: What, more: DraftFields = {}): void {
  page.drafts.push(draftOf(page.session, key, what, { at: page.at, ...more }));
}

/** Something besides a call; it hangs on the call it is about, if it is about one. */
export function happened(page: Page, what: What, call?: HookCall): void {
  const about = call && keyOf(page, call);
  emit(page, page.lineKey(), what, { role: what.is === 'intervention' ? 'user' : 'system', parent: about });
}

/** The key of a call that was told before: by its id, else the latest that looks the same. */
export function keyOf({ memory, session }: Page, call: HookCall): string | undefined {
  return call.id === undefined ? openLike(memory, likenessOf(session, call)) : `hook:${call.id}`;
}
