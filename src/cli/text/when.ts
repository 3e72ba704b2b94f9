/** Times as people at this machine read them; JSON has UTC. */

export function clockTime(at: string | null): string {
  if (at === null) return '--:--:--';
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
}

export function day(at: string | number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function dayAndTime(at: string | null): string {
  return at === null ? 'unknown time' : `${day(at)} ${clockTime(at).slice(0, 5)}`;
}

/** Sixteen columns at most: the time today, the day otherwise. */
export function shortly(at: string | null, now: number): string {
  if (at === null) return '';
  if (day(at) === day(now)) return `today ${clockTime(at).slice(0, 5)}`;
  return `${day(at)} ${clockTime(at).slice(0, 5)}`;
}

export function ago(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  return passed < 60_000 ? 'just now' : `${span(passed)} ago`;
}

/** A length of time in one unit: `420 ms`, `3.2 s`, `14 min`, `3 h`, `12 d`. */
export function span(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 48 * 3_600_000) return `${Math.round(ms / 3_600_000)} h`;
  return `${Math.round(ms / 86_400_000)} d`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
