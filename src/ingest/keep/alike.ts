import { eventRef, type Key } from '../../model/ids.ts';
import type { Event } from '../../model/event.ts';
import type { EventRow } from '../../store/store.ts';

// How an event of a transcript and one of a secondary source are matched.

/** Per session; beyond this a secondary source is broken. */
export const maxSecondary = 10_000;

export function isResult({ kind, step }: { readonly kind: EventRow['kind']; readonly step: unknown }): boolean {
  return step !== null && (kind === 'tool_result' || kind === 'error');
}

/** A prompt, or the agent's answer to it. */
export function isDialogue({ kind }: { readonly kind: EventRow['kind'] }): boolean {
  return kind === 'user_msg' || kind === 'completion';
}

/** A failure outside any call. */
export function isFailure({ kind, tool }: { readonly kind: EventRow['kind']; readonly tool: string | null }): boolean {
  return kind === 'error' && tool === null;
}

export function hasNative({ native }: EventRow): boolean {
  return native !== null && !native.startsWith('line:');
}

/** A summary describes what a call was asked to do, the same in every record of it. */
export function contentOf({ tool, summary }: { readonly tool: string | null; readonly summary: string }): string {
  return `${tool}\0${summary}`;
}

/** Of calls with the same content, the one made at about this time. */
export function nearest(at: number | null, calls: readonly Event[]): Event | undefined {
  const distance = (call: Event) => (at === null || call.at === null ? 0 : Math.abs(Date.parse(call.at) - at));
  return calls.toSorted((a, b) => distance(a) - distance(b))[0];
}

export function keyOf({ id }: Event): Key {
  return eventRef(id)!.event;
}
