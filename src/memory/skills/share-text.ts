import { enough, type Share } from './share.ts';

/** `78 % of 9 (45–94 %)`; with few `1 of 2`, where a percentage means nothing. */
export function shareText({ n, count, percent, low, high }: Share): string {
  if (percent === null) return 'no known end';
  return n < enough
    ? `${count} of ${n}`
    : `${Math.round(percent)} % of ${n} (${Math.round(low)}–${Math.round(high)} %)`;
}

/** `1 use`, `3 uses`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function secondsText(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
