/**
 * Takes out what is strongest; among equals what is nearest, then what came first. A binary heap: walks may hold
 * thousands.
 */
export class StrongestFirst<Item extends { readonly strength: number; readonly depth: number }> {
  readonly #heap: { readonly item: Item; readonly order: number }[] = [];
  #added = 0;

  add(item: Item): void {
    const heap = this.#heap;
    const entry = { item, order: this.#added++ };
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isBefore(entry, heap[above]!)) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = entry;
  }

  take(): Item | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first?.item;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && this.#isBefore(heap[below + 1]!, heap[below]!)) below += 1;
      if (!this.#isBefore(heap[below]!, last)) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
    return first.item;
  }

  #isBefore(
    a: { readonly item: Item; readonly order: number },
    b: { readonly item: Item; readonly order: number },
  ): boolean {
    return (
      a.item.strength > b.item.strength ||
      (a.item.strength === b.item.strength && (a.item.depth - b.item.depth || a.order - b.order) < 0)
    );
  }
}
