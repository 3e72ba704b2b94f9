import type { SessionUid } from '../../model/ids.ts';
import { draftOf } from '../reader/draft-of.ts';
import type { DraftFields } from '../reader/draft-of.ts';
import type { Draft, Link, SessionPatch, What } from '../source.ts';
import type { Memory } from './memory.ts';
import type { Telemetry } from './telemetry.ts';
import type { Home } from './traces.ts';

/** One record while it is read. */
export interface Page {
  readonly memory: Memory;
  readonly record: Telemetry;
  readonly place: Omit<Home, 'session'>;
  readonly main: SessionUid;
  /** The main session, or the sub-agent's. */
  readonly session: SessionUid;
  readonly drafts: Draft[];
  readonly links: Link[];
  readonly sessions: SessionPatch[];
}

export function emit(
  page: Page,
  key: string,
  what: What,
  {
    fuller,
    in: session = page.session,
    ...more
  }: DraftFields & { readonly fuller?: true | undefined; readonly in?: SessionUid } = {},
): void {
  const draft = draftOf(session, key, what, {
    at: whole(page.record.start),
    turn: page.memory.turns.get(session),
    ...more,
  });
  page.drafts.push(fuller ? { ...draft, fuller } : draft);
}

/** Milliseconds without what comes after the point. */
export function whole(time: number | undefined): number | undefined {
  return time === undefined ? undefined : Math.floor(time);
}

export function sessionOf(main: SessionUid, subagent: string | undefined): SessionUid {
  return subagent === undefined ? main : (`${main}/${subagent}` as SessionUid);
}
