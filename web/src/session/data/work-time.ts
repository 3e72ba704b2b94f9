/** Longer pauses are not counted as active time. */
const maxPause = 60_000;

/**
 * The active time at which each step happened. Pauses are capped and clocks never run backwards. Each step adds a
 * little, for agents that record no times.
 */
export function workTimes({ count, at }: { readonly count: number; readonly at: Float64Array }): Float64Array {
  const times = new Float64Array(count);
  for (let step = 1; step < count; step++)
    times[step] = times[step - 1]! + Math.min(Math.max(0, at[step]! - at[step - 1]!), maxPause) + 1;
  return times;
}

/** The last step at or before a time. */
export function stepAtTime(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle]! <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}
