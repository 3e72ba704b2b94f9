/**
 * A number from a transcript for the strict schema: whole, or null when it cannot be true. One absurd value must not
 * fail a batch, nor make a sum that JavaScript cannot read back.
 */
export function whole(value: number | null | undefined): number | null {
  if (value === null || value === undefined || !(Math.abs(value) <= largest)) return null;
  return Math.round(value);
}

// As milliseconds thirty thousand years, as tokens more than ever produced; and nine of them still add up safely.
const largest = 1e15;
