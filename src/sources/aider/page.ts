import { draftOf, type DraftFields, patchOf } from '../reader/draft-of.ts';
import type { Draft, SessionPatch, What } from '../source.ts';
import type { Memory } from './memory.ts';

/** One line being read, and what it has given so far. */
export interface Page {
  readonly memory: Memory;
  readonly number: number;
  /** Files only grow, so a line's number names it for ever. */
  readonly key: string;
  readonly drafts: Draft[];
  readonly sessions: SessionPatch[];
}

export function emit(
  page: Page,
  key: string,
  what: What,
  { fromLine, fuller, ...more }: DraftFields & { readonly fromLine?: number | undefined; readonly fuller?: true } = {},
): void {
  const { session, turn } = page.memory;
  const native = what.is === 'result' ? undefined : (more.native ?? key);
  const draft = draftOf(session, key, what, { ...more, native, turn });
  page.drafts.push({
    ...draft,
    ...(fromLine !== undefined && fromLine < page.number && { fromLine }),
    ...(fuller && { fuller }),
  });
}

export function patch(page: Page, facts: Parameters<typeof patchOf>[1]): void {
  page.sessions.push(...patchOf(page.memory.session, facts));
}
