import type { EventRow, SessionCounters } from '../store.ts';

export const noCounters: SessionCounters = {
  events: 0,
  steps: 0,
  errors: 0,
  turns: 0,
  retries: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheTokens: 0,
  wallClockMs: 0,
};

/** What one event adds to its session's counters, the time it took aside. */
export function countersOf({ key, kind, step, turn, tokens }: EventRow): SessionCounters {
  return {
    events: 1,
    steps: Number(step === key),
    errors: Number(kind === 'error'),
    turns: Number(turn === key),
    retries: Number(kind === 'retry'),
    inputTokens: tokens?.input ?? 0,
    outputTokens: tokens?.output ?? 0,
    cacheTokens: (tokens?.cache_read ?? 0) + (tokens?.cache_write ?? 0),
    wallClockMs: 0,
  };
}
