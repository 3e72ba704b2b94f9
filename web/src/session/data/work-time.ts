/** A longer pause than this is nobody's work. */
const longestPause = 60_000;

/**
 * When each step was in the time of work: pauses are cut, and clocks that went back stand still. Each is a little
 * later than the one before, for agents that write no times.
 */
export function workTimes({ count, at }: { readonly count: number; readonly at: Float64Array }): Float64Array {
  const times = new Float64Array(count);
  for (let step = 1; step < count; step++)
    times[step] = times[step - 1]! + Math.min(Math.max(0, at[step]! - at[step - 1]!), longestPause) + 1;
  return times;
}

/** The last step that had happened by then. */
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
