import type { EventRef, Key } from '../../model/ids.ts';
import type { OutlineStep } from '../../store/store.ts';

/** Which step of a session is the how-manieth. */
export class Places {
  readonly #seqs: number[] = [];
  readonly #keys: Key[] = [];
  /** By `seq`: a session's are dense. */
  readonly #bySeq: number[] = [];
  #byKey: Map<Key, number> | undefined;

  get count(): number {
    return this.#seqs.length;
  }

  add({ seq, event }: OutlineStep): void {
    this.#bySeq[seq] = this.#seqs.length;
    this.#seqs.push(seq);
    this.#keys.push(event);
  }

  seqAt(place: number): number {
    return this.#seqs[place]!;
  }

  keyAt(place: number): Key {
    return this.#keys[place]!;
  }

  ofSeq(seq: number): number | undefined {
    return this.#bySeq[seq];
  }

  /** Keys of events are their own in every tree but by a chance of one in 2^53. */
  ofEvent({ event }: Pick<EventRef, 'event'>): number | undefined {
    this.#byKey ??= new Map(this.#keys.map((key, place) => [key, place]));
    return this.#byKey.get(event);
  }

  /**
   * After which step to ask for what is new: the last ones may still get their answers, which say how they ended and
   * how long they took.
   */
  settled(): number {
    return this.#seqs[this.count - unsettled - 1] ?? 0;
  }
}

const unsettled = 64;
