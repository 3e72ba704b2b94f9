/**
 * A sum that does not depend on the order of its parts, to the last digit. PostgreSQL adds dollars up in the order it
 * happens to read them, and the same question would get two answers.
 */
export function sumOf(parts: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const part of parts) {
    const next = sum + part;
    lost += Math.abs(sum) >= Math.abs(part) ? sum - next + part : part - next + sum;
    sum = next;
  }
  return sum + lost;
}
