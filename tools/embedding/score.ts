/**
 * Of texts in groups: how often the nearest other text is of the same group, and how far up the first such text
 * stands.
 */
export function score(
  groups: readonly (readonly string[])[],
  others: readonly string[],
  embed: (text: string) => Float32Array,
): { readonly first: number; readonly reciprocal: number } {
  const vectors = [...groups.flat(), ...others].map(embed);
  const group = groups.flatMap((texts, at) => texts.map(() => at));
  let first = 0;
  let reciprocal = 0;
  for (const [query, own] of group.entries()) {
    const scores = vectors.map((vector) => dot(vector, vectors[query]!));
    const best = Math.max(...scores.filter((_, at) => at !== query && group[at] === own));
    const above = scores.filter((value, at) => at !== query && group[at] !== own && value >= best).length;
    if (above === 0) first++;
    reciprocal += 1 / (above + 1);
  }
  return { first: first / group.length, reciprocal: reciprocal / group.length };
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}
