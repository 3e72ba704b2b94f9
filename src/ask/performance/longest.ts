/** The largest few of many, however many there are. */
export class Longest<Item> {
  readonly #most: number;
  readonly #size: (item: Item) => number;
  #items: Item[] = [];

  constructor(most: number, size: (item: Item) => number) {
    this.#most = most;
    this.#size = size;
  }

  add(item: Item): void {
    const size = this.#size(item);
    if (this.#items.length === this.#most && size <= this.#size(this.#items.at(-1)!)) return;
    const at = this.#items.findIndex((other) => this.#size(other) < size);
    this.#items.splice(at === -1 ? this.#items.length : at, 0, item);
    if (this.#items.length > this.#most) this.#items.pop();
  }

  /** The largest first; of equals the one that came first. */
  items(): readonly Item[] {
    return [...this.#items];
  }
}
