import type { EventRow, SessionCounters } from '../store.ts';

export const noCounters = {
  events: 0,
  steps: 0,
  errors: 0,
  turns: 0,
  retries: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheTokens: 0,
  wallClockMs: 0,
} satisfies SessionCounters;

/** What events add to their session's counters, the time they took aside. */
export function countersOf(events: Iterable<EventRow>): SessionCounters {
  const sum = { ...noCounters };
  for (const { key, kind, step, turn, tokens } of events) {
    sum.events++;
    if (step === key) sum.steps++;
    if (kind === 'error') sum.errors++;
    if (turn === key) sum.turns++;
    if (kind === 'retry') sum.retries++;
    sum.inputTokens += tokens?.input ?? 0;
    sum.outputTokens += tokens?.output ?? 0;
    sum.cacheTokens += (tokens?.cache_read ?? 0) + (tokens?.cache_write ?? 0);
  }
  return sum;
}
