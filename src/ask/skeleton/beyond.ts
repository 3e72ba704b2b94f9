import { eventId, eventRef, type EventRef } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import type { EdgeBeyond } from './answer.ts';
import type { FarCause } from './edge-columns.ts';
import type { Places } from './places.ts';

/**
 * Effects in other sessions. What leads from one to another leaves where a child left, and from the last step, which
 * a caller heard of.
 */
export async function effectsBeyond(
  read: StoreReader,
  session: Session,
  children: readonly Session[],
  places: Places,
): Promise<readonly FarCause[]> {
  const leaving = new Map<number, EventRef>();
  const add = (ref: EventRef | undefined) => {
    const place = ref && places.ofEvent(ref);
    if (place !== undefined) leaving.set(place, ref!);
  };
  for (const { parent } of children) if (parent?.step) add(eventRef(parent.step));
  add(await read.lastStep(session.uid));
  const found: FarCause[] = [];
  const refs = [...leaving.values()];
  for (let at = 0; at < refs.length; at += atOnce) {
    for (const { cause, effect, types, confidence, basis } of await read.effects(refs.slice(at, at + atOnce))) {
      const other = eventRef(effect)!;
      const step = places.ofEvent(eventRef(cause)!);
      if (step !== undefined && places.ofEvent(other) === undefined)
        found.push({ step, is: 'effect', other, type: types[0]!, confidence, basis });
    }
  }
  return found;
}

const atOnce = 500;

/** With the session of the other end; one whose other end is not here is left out. */
export async function toBeyond(read: StoreReader, edges: readonly FarCause[]): Promise<readonly EdgeBeyond[]> {
  const ends = new Map<string, EdgeBeyond['other']>();
  for (let at = 0; at < edges.length; at += atOnce) {
    for (const { id, session, seq } of await read.eventsOf(edges.slice(at, at + atOnce).map(({ other }) => other)))
      ends.set(id, { session, step: id, seq });
  }
  return edges
    .flatMap((edge) => {
      const other = ends.get(eventId(edge.other));
      return other === undefined ? [] : [{ ...edge, other }];
    })
    .toSorted((a, b) => a.step - b.step || (a.other.step < b.other.step ? -1 : 1));
}
