import type { Identity, Link, Reading } from '../../sources/source.ts';
import { redactUid } from '../../platform/redact-uid.ts';

// Agents choose the ids of sessions, and a uid is shown everywhere: what looks like a secret in one is masked before
// anything is stored.

export function maskedIdentity(identity: Identity): Identity {
  const { session, root, parent } = identity;
  return {
    ...identity,
    session: redactUid(session),
    ...(root !== undefined && { root: redactUid(root) }),
    ...(parent && { parent: { ...parent, uid: redactUid(parent.uid) } }),
  };
}

/** The reading itself, almost always. */
export function maskedReading(reading: Reading): Reading {
  const { drafts = [], sessions = [], links = [] } = reading;
  const isClean =
    drafts.every(({ session }) => redactUid(session) === session) &&
    sessions.every(({ uid }) => redactUid(uid) === uid) &&
    links.every((link) => endsOf(link).every((uid) => redactUid(uid) === uid));
  if (isClean) return reading;
  return {
    ...reading,
    drafts: drafts.map((draft) => ({ ...draft, session: redactUid(draft.session) })),
    sessions: sessions.map((patch) => ({ ...patch, uid: redactUid(patch.uid) })),
    links: links.map(maskedLink),
  };
}

function endsOf(link: Link) {
  return link.type === 'continued' ? [link.session] : [link.child, link.parent];
}

function maskedLink(link: Link): Link {
  return link.type === 'continued'
    ? { ...link, session: redactUid(link.session) }
    : { ...link, child: redactUid(link.child), parent: redactUid(link.parent) };
}
