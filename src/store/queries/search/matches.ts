/** Terms of a question, each a bit of a number. */
export type Terms = number;

/** More terms than a question has; two sets of them fit into a number. */
export const maxTerms = 24;

const restUnit = 2 ** maxTerms;

/** An event, and where it has the terms of the question. */
export interface Match {
  readonly doc: number;
  /** All it has. */
  readonly terms: Terms;
  /** Those of them that only the rest of its text has. */
  readonly rest: Terms;
  readonly score: number;
}

/** Events by the terms they have. */
export class Matches {
  readonly #rarities: readonly number[];
  readonly #restWeight: number;
  /** The terms in beginnings, and those in the rest above them. */
  readonly #terms = new Map<number, number>();

  constructor(rarities: readonly number[], restWeight: number) {
    this.#rarities = rarities;
    this.#restWeight = restWeight;
  }

  get size(): number {
    return this.#terms.size;
  }

  add(docs: readonly number[], term: number): void {
    const bit = 1 << term;
    for (const doc of docs) this.#terms.set(doc, (this.#terms.get(doc) ?? 0) | bit);
  }

  /** These events have all of the terms, some perhaps in the rest of their texts. Call it last. */
  addAnywhere(docs: readonly number[], terms: Terms): void {
    for (const doc of docs) {
      const had = this.#terms.get(doc) ?? 0;
      this.#terms.set(doc, had + (terms & ~had) * restUnit);
    }
  }

  /** The best, and of equal ones the newest. Few combinations of terms occur, so it is they that are sorted. */
  best(limit: number): readonly Match[] {
    const byTerms = new Map<number, number[]>();
    for (const [doc, terms] of this.#terms) {
      const docs = byTerms.get(terms);
      if (docs === undefined) byTerms.set(terms, [doc]);
      else docs.push(doc);
    }
    const combinations = [...byTerms].map(([both, docs]) => {
      const rest = Math.floor(both / restUnit);
      const beginning = both % restUnit;
      const score = sumOf(this.#rarities, beginning) + this.#restWeight * sumOf(this.#rarities, rest);
      return { terms: beginning | rest, rest, docs, score };
    });
    const chosen: Match[] = [];
    for (const { docs, ...same } of combinations.sort((a, b) => b.score - a.score || a.terms - b.terms)) {
      if (chosen.length >= limit) break;
      for (const doc of docs.sort((a, b) => b - a).slice(0, limit - chosen.length)) chosen.push({ doc, ...same });
    }
    return chosen;
  }
}

export function sumOf(rarities: readonly number[], terms: Terms): number {
  return rarities.reduce((sum, value, at) => ((terms & (1 << at)) === 0 ? sum : sum + value), 0);
}

/** Their places in the question. */
export function listed(terms: Terms): readonly number[] {
  return Array.from({ length: maxTerms }, (_, at) => at).filter((at) => (terms & (1 << at)) !== 0);
}
