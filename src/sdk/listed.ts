/** An answer with a list in it, which is also that list: it can be iterated, and has its length. */
export type Listed<Answer, Item> = Answer & Iterable<Item> & { readonly length: number };

/** JSON and spreading show the answer alone. */
export function listed<Answer extends object, Item>(answer: Answer, items: readonly Item[]): Listed<Answer, Item> {
  return Object.defineProperties(answer, {
    [Symbol.iterator]: { value: () => items[Symbol.iterator]() },
    length: { value: items.length },
  }) as Listed<Answer, Item>;
}
