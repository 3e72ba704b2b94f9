import type { Event } from '../../model/event.ts';
import { Progress } from './progress.ts';

/** How long a session without a new event may still be running: calls take minutes. */
export const runningMs = 10 * 60 * 1000;

/** Whether something happened in it so recently that it may be running. `endedAt` is the time of its last event (ms). */
export function wasActive(endedAt: number | null, now: number, withinMs: number = runningMs): boolean {
  return endedAt !== null && Math.abs(now - endedAt) < withinMs;
}

/** Whether the agent has still to do something, after these last events of a session, in their order. */
export function awaitsAgent(events: readonly Event[]): boolean {
  const progress = new Progress();
  for (const event of events) progress.add(event);
  return progress.awaitsAgent();
}
