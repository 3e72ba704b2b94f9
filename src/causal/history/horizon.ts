/** No cause is looked for further back: one that far away is hardly ever direct, and memory stays small. */
export const horizon = 1_000;

/** Length of an array with a place for each step within the horizon. */
export const placeCount = 2 ** Math.ceil(Math.log2(horizon));

/** The place of a step in such an array, by its index. No two steps within the horizon share one. */
export function placeOf(index: number): number {
  return index & (placeCount - 1);
}
