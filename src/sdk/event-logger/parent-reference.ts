import { eventRef } from '../../model/ids.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';

/** An event by its id and, where it is known, the session it is in. */
export interface ParentReference {
  readonly id: EventId;
  readonly session?: SessionUid;
}

/** `ev_…@<session uid>`: what one process hands to another, as an option, in a header, or as `STEMMA_PARENT`. */
export function parentReference(id: EventId, session: SessionUid): string {
  return `${id}@${session}`;
}

/** The reference, or an id alone; undefined when it is neither. */
export function readReference(text: unknown): ParentReference | undefined {
  if (typeof text !== 'string') return undefined;
  const at = text.indexOf('@');
  const id = at < 0 ? text : text.slice(0, at);
  if (!eventRef(id)) return undefined;
  const session = at < 0 ? '' : text.slice(at + 1);
  return { id: id as EventId, ...(/^[a-z][a-z0-9-]*:./.test(session) && { session: session as SessionUid }) };
}
