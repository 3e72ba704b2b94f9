/** At which place the right session came, question by question. */
export class Ranks {
  readonly #ranks: number[] = [];
  readonly #ms: number[] = [];
  #nothing = 0;

  /** 0: not among those shown. */
  add(rank: number, foundNothing: boolean, ms: number): void {
    this.#ranks.push(rank);
    this.#ms.push(ms);
    if (foundNothing) this.#nothing += 1;
  }

  get questions(): number {
    return this.#ranks.length;
  }

  /** Percent of questions whose right session is among the first `places`. */
  hit(places: number): number {
    return this.#percent(this.#ranks.filter((rank) => rank > 0 && rank <= places).length);
  }

  get nothing(): number {
    return this.#percent(this.#nothing);
  }

  /** The mean of 1 / place. */
  get reciprocal(): number {
    return this.#ranks.reduce((sum, rank) => (rank === 0 ? sum : sum + 1 / rank), 0) / Math.max(1, this.questions);
  }

  get medianMs(): number {
    return this.#ms.toSorted((a, b) => a - b)[Math.floor(this.#ms.length / 2)] ?? 0;
  }

  #percent(count: number): number {
    return (100 * count) / Math.max(1, this.questions);
  }
}
