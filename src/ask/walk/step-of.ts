import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import { refOf } from './step.ts';

/** An event is explained by its step: a result by its call. */
export async function stepOf(read: StoreReader, event: Event): Promise<Event> {
  if (event.step === null || event.step === event.id) return event;
  return (await read.event(refOf(event.step))) ?? event;
}

/** What a failed step came back with, in one line; null when it did not fail, or nobody wrote that down. */
export async function failureOf(read: StoreReader, step: Event): Promise<string | null> {
  if (!step.failed) return null;
  const failed = (await read.eventsOfStep(refOf(step.id), mostResults)).findLast(
    ({ id, failed: isFailed }) => isFailed && id !== step.id,
  );
  return failed?.summary || null;
}

/** A call has one result, a background one a second; hooks may add a few. */
const mostResults = 16;
