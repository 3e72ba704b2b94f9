/** A part of a whole, with its confidence interval: 1 of 1 is not 100 %. */
export interface Share {
  /** Of how many. */
  readonly n: number;
  readonly count: number;
  /** In percent; null when there is nothing to count. */
  readonly percent: number | null;
  /** Wilson's interval, in percent: with 95 % confidence the true share lies in it. */
  readonly low: number;
  readonly high: number;
}

export function shareOf(count: number, n: number): Share {
  if (n === 0) return { n: 0, count: 0, percent: null, low: 0, high: 100 };
  const part = count / n;
  const square = z * z;
  const centre = part + square / (2 * n);
  const spread = z * Math.sqrt((part * (1 - part)) / n + square / (4 * n * n));
  const scale = 1 + square / n;
  return {
    n,
    count,
    percent: tenths(part),
    low: tenths(Math.max(0, (centre - spread) / scale)),
    high: tenths(Math.min(1, (centre + spread) / scale)),
  };
}

/** Of the normal distribution, for 95 %. */
const z = 1.959964;

/** From this many on a share is rated; below it is only shown. */
export const enough = 5;

function tenths(part: number): number {
  return Math.round(part * 1000) / 10;
}
