/** Numbers that look random and are the same in every run, so that two machines measure the same store. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** From `least` to `most`; half of them near `usual`, a few far above it, as lengths of sessions and outputs are. */
  skewed({
    least,
    usual,
    most,
    spread,
  }: {
    readonly least: number;
    readonly usual: number;
    readonly most: number;
    readonly spread: number;
  }): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return Math.round(Math.min(most, Math.max(least, usual * Math.exp(spread * normal))));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  hex(digits: number): string {
    let text = '';
    while (text.length < digits)
      text += (this.next() * 2 ** 32).toString(16).padStart(8, '0').slice(0, 8).replace('.', '0');
    return text.slice(0, digits);
  }

  uuid(): string {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-a${this.hex(3)}-${this.hex(12)}`;
  }
}
