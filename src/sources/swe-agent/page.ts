import type { SessionUid } from '../../model/ids.ts';
import { draftOf, type DraftFields, patchOf } from '../reader/draft-of.ts';
import type { Draft, SessionPatch, What } from '../source.ts';
import type { Memory } from './memory.ts';

/** One record being read, and what it has given so far. */
export interface Page {
  readonly session: SessionUid;
  readonly memory: Memory;
  readonly key: string;
  readonly at: number | undefined;
  /** The record is read by itself, from the archive: whether it answers a call, nobody here can know. */
  readonly isAlone: boolean;
  readonly drafts: Draft[];
  readonly sessions: SessionPatch[];
}

/** What a response used, and what it cost. */
export type Used = Pick<DraftFields, 'tokens' | 'usd'>;

export function emit(page: Page, key: string, what: What, more: DraftFields = {}): void {
  const native = what.is === 'result' ? undefined : (more.native ?? key);
  page.drafts.push(draftOf(page.session, key, what, { ...more, at: page.at, native, turn: page.memory.turn }));
}

export function prompt(page: Page, text: string, origin: 'human' | 'harness'): void {
  page.memory.turn = page.key;
  emit(page, page.key, { is: 'prompt', text, origin }, { role: 'user' });
}

export function call(
  page: Page,
  {
    key,
    tool,
    input,
    id = key,
  }: { readonly key: string; readonly tool: string; readonly input: unknown; readonly id?: string },
  parent: string | undefined,
  used: Used = {},
): void {
  emit(page, key, { is: 'call', tool, input }, { role: 'assistant', parent, native: id, ...used });
  page.memory.open = [...page.memory.open.slice(-63), [id, key]];
}

/** The call that an id names; without one the oldest that waits. */
export function answered(page: Page, id: string | undefined): string | undefined {
  const { memory } = page;
  const found = id === undefined ? memory.open[0] : memory.open.find(([each]) => each === id);
  memory.open = memory.open.filter((each) => each !== found);
  return found?.[1] ?? id ?? (page.isAlone ? `${page.key}:call` : undefined);
}

export function patch(page: Page, facts: Parameters<typeof patchOf>[1]): void {
  page.sessions.push(...patchOf(page.session, facts));
}
