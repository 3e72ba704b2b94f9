import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';
import { headingOf, sessionId } from './container/heading.ts';
import type { Heading } from './container/heading.ts';

export const flavor = 'cursor';

export function uidOf(session: string): SessionUid {
  return sessionUid(flavor, session);
}

/** A session out of a database, or a transcript. */
export function matches({ head }: Peek): boolean {
  return headingIn(head) !== undefined || isTranscript(head);
}

export function identify({ path, head }: Peek): Identity {
  const heading = headingIn(head);
  return heading ? ofHeading(heading) : ofTranscript(path);
}

function ofHeading({ session, parent, root, call, created }: Heading): Identity {
  return {
    session: uidOf(session),
    ...(parent !== undefined &&
      parent !== session && {
        root: uidOf(root ?? parent),
        parent: { uid: uidOf(parent), relation: 'subagent' as const, ...(call !== undefined && { call }) },
      }),
    ...(created !== undefined && { begun: created }),
  };
}

/** A transcript does not name its chat: its file does, and that of a sub-agent lies below the chat that started it. */
function ofTranscript(path: string): Identity {
  const [place = '', file = ''] = path.split(/[\\/]/).slice(-2);
  const session = uidOf(sessionId(file.replace(/\.\w+$/, '')) ?? 'unnamed');
  if (place !== 'subagents') return { session };
  const parent = sessionId(path.split(/[\\/]/).at(-3));
  if (parent === undefined) return { session };
  return { session, root: uidOf(parent), parent: { uid: uidOf(parent), relation: 'subagent' } };
}

function headingIn(head: string): Heading | undefined {
  const [first] = head.startsWith('{"cursor":') ? firstRecords(head, 1) : [];
  return first && headingOf(first);
}

/** `{"role":"user","message":{"content":[{"type":…`, and no other field: times and ids are not written. */
function isTranscript(head: string): boolean {
  if (!/^\{"role":"(?:user|assistant)","message":\{"content":\[/.test(head)) return false;
  const [first] = firstRecords(head, 1);
  return first !== undefined && Object.keys(first).every((field) => field === 'role' || field === 'message');
}
