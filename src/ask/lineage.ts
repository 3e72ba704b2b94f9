import type { Event } from '../model/event.ts';
import type { StoreReader } from '../store/store.ts';
import { refOf } from './step.ts';

/** Where an event stands, as recorded. Context, not a cause. */
export interface Lineage {
  /** The prompt that opened its turn. */
  readonly turn: Event | null;
  /** What it answers or came with: of a call the message, of a result its call. */
  readonly parent: Event | null;
}

export async function lineage(read: StoreReader, event: Event): Promise<Lineage> {
  const turn = event.turn && event.turn !== event.id ? await read.event(refOf(event.turn)) : undefined;
  const parent = event.parent ? await read.event(refOf(event.parent)) : undefined;
  return { turn: turn ?? null, parent: parent ?? null };
}
