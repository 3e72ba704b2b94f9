import type { SessionUid } from '../../model/ids.ts';
import type { Draft, Identity, Link, SessionPatch } from '../source.ts';
import type { Carry } from './carry.ts';

/** One line on the desk: what the reader carries, and what the line has given so far. */
export interface Work {
  readonly carry: Carry;
  /** The main session, under whose uid the sub-agents' are made. */
  readonly base: SessionUid;
  /** The file's own session; the same as `base` unless it is a sub-agent's file. */
  readonly own: SessionUid;
  /** The line is read by itself, from the archive: what went before it is not known. */
  isAlone: boolean;
  /** Stands in for the id of a record that has none. */
  spareKey: () => string;
  drafts: Draft[];
  links: Link[];
  sessions: SessionPatch[];
  titles: { readonly native: string; readonly title: string }[];
  unknown: { readonly kind: string; readonly version?: string } | undefined;
}

export function startWork(identity: Identity, carry: Carry): Work {
  const base = identity.root ?? identity.session;
  return {
    carry,
    base,
    own: identity.session,
    isAlone: false,
    spareKey: () => '',
    drafts: [],
    links: [],
    sessions: [],
    titles: [],
    unknown: undefined,
  };
}

export function subagentUid(work: Work, name: string): SessionUid {
  return `${work.base}/${name}` as SessionUid;
}
