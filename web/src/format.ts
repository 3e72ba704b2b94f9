// Numbers and times as a person reads them at a glance.

const grouped = new Intl.NumberFormat('en');

/** `1,997`, `100 k`, `21.0 M`. */
export function count(value: number): string {
  if (value < 10_000) return grouped.format(value);
  if (value < 999_500) return `${Math.round(value / 1000)} k`;
  if (value < 999_500_000) return `${(value / 1e6).toFixed(1)} M`;
  return `${(value / 1e9).toFixed(1)} G`;
}

/** `537 ms`, `9.2 s`, `7 m 16 s`, `1 h 27 m`, `6.3 d`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${String(seconds % 60).padStart(2, '0')} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} m`;
  return `${(ms / 86_400_000).toFixed(1)} d`;
}

/** How long a fix took: `3 m 20 s`. */
export function fixTime(minutes: number): string {
  return duration(minutes * 60_000);
}

/** `$0.42`, `$12`; less than a cent is `< $0.01`; `≥ $0.42` when some tokens have no price. */
export function money(usd: number, isExact = true): string {
  if (!isExact) return `≥ ${money(usd)}`;
  if (usd > 0 && usd < 0.005) return '< $0.01';
  return usd < 100 ? `$${usd.toFixed(2)}` : `$${count(Math.round(usd))}`;
}

export function bytes(length: number): string {
  if (length < 1000) return `${length} B`;
  if (length < 999_500) return `${Math.round(length / 1000)} KB`;
  return `${(length / 1e6).toFixed(1)} MB`;
}

/** `87 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const clockFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** `Thu, 19 Feb 2026`, in the reader's time zone. */
export function day(at: string | number): string {
  return dayFormat.format(new Date(at));
}

/** `08:13:38`, in the reader's time zone. */
export function clock(at: string | number): string {
  return clockFormat.format(new Date(at));
}

/** `3 failures`, `1 failure`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}
