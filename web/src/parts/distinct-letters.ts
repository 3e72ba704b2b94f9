/** Two letters for each name, where there is no room for more. Distinct as far as the names allow. */
export function distinctLetters(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const letters = new Map<string, string>();
  for (const name of names) {
    const all = pairs(name);
    const pair = all.find((each) => !taken.has(each)) ?? all[0]!;
    taken.add(pair);
    letters.set(name, pair);
  }
  return letters;
}

/** The first letter, followed by the initial of a later word or by any other letter. */
function pairs(name: string): readonly string[] {
  const [first = name.slice(0, 1), ...rest] = name.matchAll(/\p{L}/gu).map(([letter]) => letter);
  const initials = name.matchAll(/(?<=[^\p{L}])\p{L}/gu).map(([letter]) => letter);
  return [...initials, ...rest, ''].map((second) => first + second);
}
