import type { EventRef } from '../../model/ids.ts';
import { edgeTypes, type Basis, type EdgeType } from '../../model/words.ts';
import type { OutlineEdge } from '../../store/store.ts';
import type { EdgeColumns } from './answer.ts';
import type { Places } from './places.ts';

/** What the numbers of column `basis` mean. */
const basisPlaces: readonly Basis[] = ['inferred', 'recorded', 'judged'];
const ranks: Readonly<Record<Basis, number>> = { recorded: 0, judged: 1, inferred: 2 };

const typePlaces = new Map<EdgeType, number>(edgeTypes.map((type, place) => [type, place]));

/** A cause or an effect in another session. */
export interface FarCause {
  /** Place of the end that is here. */
  readonly step: number;
  readonly is: 'cause' | 'effect';
  readonly other: EventRef;
  readonly type: EdgeType;
  readonly confidence: number;
  readonly basis: Basis;
}

/** Causes as columns. One for each pair and in the order `StoreReader.causes` gives them (one-per-pair.ts). */
export class EdgeColumnsOf {
  readonly #places: Places;
  /** Of each step, how many there are. */
  readonly counts: number[] = [];
  readonly columns = {
    back: [] as number[],
    type: [] as number[],
    confidence: [] as number[],
    basis: [] as number[],
  } satisfies EdgeColumns;
  readonly far: FarCause[] = [];

  constructor(places: Places) {
    this.#places = places;
  }

  /** Those of the steps from one place up to another; they come in the order of their effects. */
  add(edges: readonly OutlineEdge[], from: number, to: number): void {
    let at = 0;
    for (let step = from; step < to; step++) {
      const effect = this.#places.seqAt(step);
      // What ends in no step is nobody's cause.
      while (at < edges.length && edges[at]!.effect < effect) at++;
      const first = at;
      while (at < edges.length && edges[at]!.effect === effect) at++;
      this.counts.push(first === at ? 0 : this.#addOf(step, edges.slice(first, at)));
    }
  }

  #addOf(step: number, edges: readonly OutlineEdge[]): number {
    const pairs = new Map<number, OutlineEdge>();
    for (const edge of edges) {
      const place = edge.cause === null ? this.#places.ofEvent(edge.far!) : this.#places.ofSeq(edge.cause);
      if (place !== undefined) pairs.set(place, better(edge, pairs.get(place)));
      else if (edge.far !== null)
        this.far.push({
          step,
          is: 'cause',
          other: edge.far,
          type: edge.type,
          confidence: edge.confidence / 1000,
          basis: edge.basis,
        });
    }
    const { columns } = this;
    for (const [place, { type, confidence, basis }] of this.#ranked(pairs)) {
      columns.back.push(step - place);
      columns.type.push(typePlaces.get(type)!);
      columns.confidence.push(Math.round(confidence / 10));
      columns.basis.push(basisPlaces.indexOf(basis));
    }
    return pairs.size;
  }

  #ranked(pairs: ReadonlyMap<number, OutlineEdge>): Iterable<readonly [number, OutlineEdge]> {
    if (pairs.size < 2) return pairs;
    // Ids sort as their keys do.
    return [...pairs].sort(
      ([placeA, a], [placeB, b]) =>
        byBasisAndConfidence(a, b) || this.#places.keyAt(placeA) - this.#places.keyAt(placeB),
    );
  }
}

function better(a: OutlineEdge, b: OutlineEdge | undefined): OutlineEdge {
  return b === undefined || byBasisAndConfidence(a, b) < 0 ? a : b;
}

/** As one-per-pair.ts ranks them. */
function byBasisAndConfidence(a: OutlineEdge, b: OutlineEdge): number {
  return ranks[a.basis] - ranks[b.basis] || b.confidence - a.confidence || (a.rank ?? 0) - (b.rank ?? 0);
}
