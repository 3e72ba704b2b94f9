import { StemmaError } from '../model/stemma-error.ts';

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Milliseconds of a day (`2026-01-31`, local), a time (`2026-01-31T09:30`), or how long ago (`30m 12h 7d 2w`). */
export function parseTime(flag: string, text: string, now: number): number {
  const ago = /^(\d+)([mhdw])$/.exec(text);
  if (ago) return now - Number(ago[1]) * units[ago[2]!]!;
  if (text === 'today') return startOfDay(now);
  if (text === 'yesterday') return startOfDay(startOfDay(now) - 1);
  // A bare day is read as UTC by Date; people mean their own midnight.
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00`) : Date.parse(text);
  if (/^\d{4}-\d{2}/.test(text) && !Number.isNaN(at)) return at;
  throw new StemmaError('bad-argument', `${flag} is "${text}".`, {
    hint: `${flag} takes a day such as 2026-01-31, a time, or how long ago: 30m, 12h, 7d, 2w.`,
  });
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
