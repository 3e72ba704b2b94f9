/**
 * The beginning and the end of an output: failures are reported at one of the two. Bounded, because an output may be a
 * hundred megabytes.
 */
export function twoEnds(output: string, each = 16_000): string {
  if (output.length <= 2 * each) return output;
  const [head, tail] = [output.slice(0, each), output.slice(-each)];
  // Whole lines only: a part of one would look like a line of its own. The beginning of a very long one is enough.
  const end = head.lastIndexOf('\n');
  const whole = each - end > longLine ? head : head.slice(0, end);
  return `${whole}\n${tail.slice(tail.indexOf('\n') + 1)}`;
}

const longLine = 1000;
