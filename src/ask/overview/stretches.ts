import { day as dayMs } from '../../memory/freshness.ts';

/**
 * The last days, and as many before them: up to the same time of day, so that a morning is held against a morning.
 * Days are UTC.
 */
export interface Stretches {
  /** When the days before begin, and when these do. */
  readonly begins: number;
  readonly since: number;
  readonly until: number;
  readonly timeOfDay: number;
  /** Days since 1970, the oldest first. */
  readonly allDays: readonly number[];
  dayOf(at: number): number;
  isNow(day: number): boolean;
  isBefore(day: number, isEarly: boolean): boolean;
  isUsedNow(at: number): boolean;
  isUsedBefore(at: number): boolean;
}

export function stretchesOf(now: number, days: number): Stretches {
  const dayOf = (at: number): number => Math.floor(at / dayMs);
  const first = dayOf(now) - days + 1;
  const timeOfDay = now - dayOf(now) * dayMs;
  const isBefore = (day: number, isEarly: boolean): boolean => day < first - 1 || (day === first - 1 && isEarly);
  return {
    begins: (first - days) * dayMs,
    since: first * dayMs,
    until: now,
    timeOfDay,
    allDays: Array.from({ length: 2 * days }, (_, at) => first - days + at),
    dayOf,
    isNow: (day) => day >= first,
    isBefore,
    isUsedNow: (at) => dayOf(at) >= first,
    isUsedBefore: (at) => isBefore(dayOf(at), at - dayOf(at) * dayMs <= timeOfDay),
  };
}
