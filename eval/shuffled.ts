import type { Random } from '../bench/generate/random.ts';

export function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}
