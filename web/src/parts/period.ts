// A period in the URL: `from=week`, or whole days as `from=2026-11-12&to=2026-11-18`. Days are UTC, as in the overview.

const spans: Readonly<Record<string, string>> = { day: '1d', week: '7d', month: '30d', year: '365d' };

export interface Period {
  readonly since: string | null;
  readonly until: string | null;
}

/** The period in the URL, as parameters for the server. */
export function periodOf(params: URLSearchParams): Period {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  return {
    since: spans[from] ?? (isDay(from) ? `${from}T00:00:00.000Z` : null),
    until: isDay(to) ? `${to}T23:59:59.999Z` : null,
  };
}

/** `12 Nov 2026`, `since 12 Nov 2026`, `12 Nov to 18 Nov 2026`; null for a span or none. */
export function periodName(params: URLSearchParams): string | null {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  if (isDay(from) && isDay(to)) return from === to ? dayName(from) : `${dayName(from, false)} to ${dayName(to)}`;
  if (isDay(from)) return `since ${dayName(from)}`;
  return isDay(to) ? `until ${dayName(to)}` : null;
}

const withYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const withoutYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A day of UTC such as `2026-11-12`, whatever the time zone of the reader. */
export function dayName(day: string, hasYear = true): string {
  return (hasYear ? withYear : withoutYear).format(new Date(`${day}T00:00:00Z`));
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
