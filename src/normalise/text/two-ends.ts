/**
 * The beginning and the end of an output: failures are reported at one of the two. Bounded, because an output may be a
 * hundred megabytes.
 */
export function twoEnds(output: string, each = 16_000): string {
  if (output.length <= 2 * each) return output;
  const tail = output.slice(-each);
  // Whole lines only: the rest of a long one would look like a line of its own.
  return `${output.slice(0, each)}\n${tail.slice(tail.indexOf('\n') + 1)}`;
}
