const levelWidth = 20;
/** A chain of causes may be longer than a screen is wide: deeper rows have the number of their level instead. */
export const deepestIndented = 15;

/** How far a row of the tree is indented, in pixels. */
export function treeIndent(level: number): number {
  return (Math.min(level, deepestIndented) - 1) * levelWidth;
}
