const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const months: Readonly<Record<string, number>> = { mo: 1, y: 12 };

/**
 * Milliseconds of a day (`2026-01-31`, local), a time (`2026-01-31T09:30`), or how long ago (`30m 12h 7d 2w 18mo 2y`);
 * undefined when the text is none of these.
 */
export function parseTime(text: string, now: number): number | undefined {
  const ago = /^(\d{1,6})(mo|[mhdwy])$/.exec(text);
  if (ago) return timeAgo(Number(ago[1]), ago[2]!, now);
  if (text === 'today') return startOfDay(now);
  if (text === 'yesterday') return startOfDay(startOfDay(now) - 1);
  // A bare day is read as UTC by Date; people mean their own midnight.
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00`) : Date.parse(text);
  return /^\d{4}-\d{2}/.test(text) && !Number.isNaN(at) ? at : undefined;
}

function timeAgo(count: number, unit: string, now: number): number {
  if (units[unit] !== undefined) return now - count * units[unit];
  const then = new Date(now);
  const day = then.getDate();
  then.setMonth(then.getMonth() - count * months[unit]!);
  // A month ago on the 31st is the last day of a shorter month, not the first of the next.
  if (then.getDate() !== day) then.setDate(0);
  return then.getTime();
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
