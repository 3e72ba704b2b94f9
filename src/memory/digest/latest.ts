/** The last few of many, and how many there were. */
export class Latest<Item> {
  readonly #maxItems: number;
  readonly #items: Item[] = [];
  #total = 0;

  constructor(maxItems: number) {
    this.#maxItems = maxItems;
  }

  add(item: Item): void {
    this.#total++;
    this.#items.push(item);
    if (this.#items.length > this.#maxItems) this.#items.shift();
  }

  /** Takes back what was added. */
  drop(isWrong: (item: Item) => boolean): void {
    const kept = this.#items.filter((item) => !isWrong(item));
    this.#total -= this.#items.length - kept.length;
    this.#items.splice(0, this.#items.length, ...kept);
  }

  get total(): number {
    return this.#total;
  }

  newestFirst(): readonly Item[] {
    return this.#items.toReversed();
  }
}
