import { StemmaError } from '../../model/stemma-error.ts';

/** Names the day, week and month of a time, as people count them in one time zone. */
export interface Calendar {
  /** IANA name: `Europe/Berlin`. */
  readonly zone: string;
  /** `2026-01-31` */
  day(at: number): string;
  /** The Monday of its week. */
  week(at: number): string;
  /** `2026-01` */
  month(at: number): string;
}

/** The calendar of a time zone; without one, of this machine's. */
export function calendarOf(zone?: string): Calendar {
  const format = formatOf(zone);
  const hours = new Map<number, string>();
  // Thousands of half hours; no zone changes its date within a quarter of an hour that begins on one.
  const day = (at: number): string => {
    const quarter = Math.floor(at / quarterMs);
    let name = hours.get(quarter);
    if (name === undefined) hours.set(quarter, (name = format.format(quarter * quarterMs)));
    return name;
  };
  return {
    zone: format.resolvedOptions().timeZone,
    day,
    week: (at) => mondayOf(day(at)),
    month: (at) => day(at).slice(0, 7),
  };
}

const quarterMs = 15 * 60 * 1000;

function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  try {
    // Sweden writes dates as ISO 8601 does.
    return new Intl.DateTimeFormat('sv-SE', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      ...(zone !== undefined && { timeZone: zone }),
    });
  } catch (cause) {
    throw new StemmaError('bad-argument', `timezone must be the name of a time zone (got "${zone}").`, {
      hint: 'Such as UTC, Europe/Berlin or America/New_York.',
      cause,
    });
  }
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
