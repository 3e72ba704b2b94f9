import { eventRef, type Key } from '../../model/ids.ts';
import type { Event } from '../../model/event.ts';
import type { EventRow } from '../../store/store.ts';

// How an event of a transcript and one of a secondary source are known to be the same.

/** Of one session; beyond this a view beside the transcript has gone wrong. */
export const maxSecondary = 10_000;

export function isResult({ kind, step }: { readonly kind: EventRow['kind']; readonly step: unknown }): boolean {
  return step !== null && (kind === 'tool_result' || kind === 'error');
}

/** A failure outside any call. */
export function isFailure({ kind, tool }: { readonly kind: EventRow['kind']; readonly tool: string | null }): boolean {
  return kind === 'error' && tool === null;
}

export function hasNative({ native }: EventRow): boolean {
  return native !== null && !native.startsWith('line:');
}

/** A summary says what a call was asked to do, the same for every record of it. */
export function contentOf({ tool, summary }: { readonly tool: string | null; readonly summary: string }): string {
  return `${tool}\0${summary}`;
}

/** Of calls that are the same, word for word, the one that was made at about this time. */
export function nearest(at: number | null, calls: readonly Event[]): Event | undefined {
  const distance = (call: Event) => (at === null || call.at === null ? 0 : Math.abs(Date.parse(call.at) - at));
  return calls.toSorted((a, b) => distance(a) - distance(b))[0];
}

export function keyOf({ id }: Event): Key {
  return eventRef(id)!.event;
}
