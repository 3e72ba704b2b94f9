import { dimensions } from './embed.ts';
import { rotate } from './rotate.ts';

export interface Near<Id> {
  readonly id: Id;
  /** Cosine, 1 for the same. */
  readonly alike: number;
}

/** Below this every vector is looked at; above, only those whose codes are near. */
export const exactBelow = 20_000;

/**
 * Vectors in memory, for nearest-neighbour search. 432 bytes each: the vector in small integers, and a code of one bit
 * per dimension, by which most are ruled out. An id may be added again with another vector; the later one counts.
 */
export class VectorIndex<Id extends string | number> {
  readonly #ids: Id[] = [];
  readonly #places = new Map<Id, number>();
  #packed = new Int8Array(0);
  #codes = new Uint32Array(0);
  #lengths = new Float32Array(0);
  readonly #coded: Coded;
  /** Codes are computed on first use: that is most of the work of adding, and few indexes are that large. */
  #codedUpTo = 0;
  #distances = new Uint16Array(0);

  /** `centre` is what all vectors have in common; codes are made from the difference. */
  constructor({ centre }: { readonly centre?: Float32Array } = {}) {
    this.#coded = codedAround(centre);
  }

  get size(): number {
    return this.#ids.length;
  }

  add(id: Id, vector: Float32Array): void {
    this.addPacked(id, packVector(vector));
  }

  /** As kept in a store by `packVector`. */
  addPacked(id: Id, packed: Int8Array): void {
    if (packed.length !== dimensions)
      throw new RangeError(`A vector of ${packed.length} dimensions does not belong among those of ${dimensions}.`);
    const known = this.#places.get(id);
    const place = known ?? this.#ids.length;
    if (known === undefined) {
      this.#ids.push(id);
      this.#places.set(id, place);
      if (this.#packed.length < this.#ids.length * dimensions) this.#grow();
    }
    this.#packed.set(packed, place * dimensions);
    this.#lengths[place] = lengthOf(packed) || 1;
    if (place < this.#codedUpTo) codeOf(packed, this.#coded, this.#codes, place * codeWords);
  }

  has(id: Id): boolean {
    return this.#places.has(id);
  }

  /** Cosine of one of them; undefined when it is not here. */
  alike(id: Id, vector: Float32Array): number | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : product(vector, this.#packed, place * dimensions) / this.#lengths[place]!;
  }

  /** The `count` nearest, the nearest first. */
  nearest(vector: Float32Array, count: number): Near<Id>[] {
    const size = this.#ids.length;
    const wanted = Math.min(count, size);
    if (wanted === 0) return [];
    const candidates = size <= exactBelow ? undefined : this.#likely(vector, Math.max(reranked, 10 * wanted));
    const best = new Best(wanted);
    const looked = candidates?.length ?? size;
    for (let at = 0; at < looked; at++) {
      const place = candidates ? candidates[at]! : at;
      best.offer(place, product(vector, this.#packed, place * dimensions) / this.#lengths[place]!);
    }
    return best.sorted().map(({ place, alike }) => ({ id: this.#ids[place]!, alike }));
  }

  /** Places whose codes differ least from the vector's: a histogram of the distances shows where to cut. */
  #likely(vector: Float32Array, count: number): Int32Array {
    const size = this.#ids.length;
    for (let place = this.#codedUpTo; place < size; place++)
      codeOf(
        this.#packed.subarray(place * dimensions, (place + 1) * dimensions),
        this.#coded,
        this.#codes,
        place * codeWords,
      );
    this.#codedUpTo = size;
    const code = new Uint32Array(codeWords);
    codeOf(packVector(vector), this.#coded, code, 0);
    if (this.#distances.length < size) this.#distances = new Uint16Array(this.#codes.length / codeWords);
    const distances = this.#distances;
    const codes = this.#codes;
    const histogram = new Int32Array(dimensions + 1);
    const [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11] = code as unknown as readonly [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let place = 0, at = 0; place < size; place++, at += codeWords) {
      const distance =
        bits3(codes[at]! ^ c0, codes[at + 1]! ^ c1, codes[at + 2]! ^ c2) +
        bits3(codes[at + 3]! ^ c3, codes[at + 4]! ^ c4, codes[at + 5]! ^ c5) +
        bits3(codes[at + 6]! ^ c6, codes[at + 7]! ^ c7, codes[at + 8]! ^ c8) +
        bits3(codes[at + 9]! ^ c9, codes[at + 10]! ^ c10, codes[at + 11]! ^ c11);
      distances[place] = distance;
      histogram[distance]!++;
    }
    let limit = 0;
    let total = histogram[0]!;
    while (total < count && limit < dimensions) total += histogram[++limit]!;
    const likely = new Int32Array(total);
    let found = 0;
    for (let place = 0; place < size; place++) if (distances[place]! <= limit) likely[found++] = place;
    return likely;
  }

  #grow(): void {
    const room = Math.max(1024, 2 * this.#ids.length);
    const packed = new Int8Array(room * dimensions);
    packed.set(this.#packed);
    this.#packed = packed;
    const codes = new Uint32Array(room * codeWords);
    codes.set(this.#codes);
    this.#codes = codes;
    const lengths = new Float32Array(room);
    lengths.set(this.#lengths);
    this.#lengths = lengths;
  }
}

/** How many of the likely ones are compared exactly, at least. */
const reranked = 400;
const codeWords = dimensions / 32;

/**
 * A vector of unit length in a byte per dimension, for storage. Scaled to the largest of its values, so that small ones
 * survive; the scale is not stored, since only the direction counts.
 */
export function packVector(vector: Float32Array): Int8Array {
  let max = 0;
  for (let at = 0; at < vector.length; at++) max = Math.max(max, Math.abs(vector[at]!));
  const factor = max > 0 ? 127 / max : 0;
  const packed = new Int8Array(vector.length);
  for (let at = 0; at < vector.length; at++) packed[at] = Math.round(vector[at]! * factor);
  return packed;
}

export function unpackVector(packed: Int8Array): Float32Array {
  const factor = 1 / (lengthOf(packed) || 1);
  // `Float32Array.from` with a function is ten times slower.
  const vector = new Float32Array(packed);
  for (let at = 0; at < vector.length; at++) vector[at]! *= factor;
  return vector;
}

/** The sign of each dimension, after centring and rotating, as bits: for stores that can only compare bits. */
export function codeBytes(vector: Float32Array, centre?: Float32Array): Uint8Array {
  const code = new Uint32Array(codeWords);
  codeOf(packVector(vector), codedAround(centre), code, 0);
  return new Uint8Array(code.buffer);
}

interface Coded {
  readonly turnedCentre: Float32Array;
}

function codedAround(centre: Float32Array | undefined): Coded {
  return { turnedCentre: centre ? rotate(centre) : new Float32Array(dimensions) };
}

function codeOf(packed: Int8Array, { turnedCentre }: Coded, into: Uint32Array, start: number): void {
  const turned = rotate(unpackVector(packed));
  for (let at = 0; at < dimensions; at++) turned[at]! -= turnedCentre[at]!;
  // The first bit of a float is its sign; a comparison with zero would be mispredicted every other time.
  const signs = new Int32Array(turned.buffer);
  for (let word = 0; word < codeWords; word++) {
    let bits = 0;
    for (let at = 32 * word; at < 32 * word + 32; at++) bits = (bits << 1) | (signs[at]! >>> 31);
    into[start + word] = bits;
  }
}

/** Bits set in three words at once: the first steps of counting can be shared. */
function bits3(one: number, two: number, three: number): number {
  const a = one - ((one >>> 1) & 0x5555_5555);
  const b = two - ((two >>> 1) & 0x5555_5555);
  const c = three - ((three >>> 1) & 0x5555_5555);
  const fours =
    (a & 0x3333_3333) +
    ((a >>> 2) & 0x3333_3333) +
    (b & 0x3333_3333) +
    ((b >>> 2) & 0x3333_3333) +
    (c & 0x3333_3333) +
    ((c >>> 2) & 0x3333_3333);
  const eights = (fours & 0x0f0f_0f0f) + ((fours >>> 4) & 0x0f0f_0f0f);
  return Math.imul(eights, 0x0101_0101) >>> 24;
}

function product(vector: Float32Array, packed: Int8Array, start: number): number {
  let sum = 0;
  for (let at = 0; at < dimensions; at++) sum += vector[at]! * packed[start + at]!;
  return sum;
}

function lengthOf(packed: Int8Array): number {
  let square = 0;
  for (let at = 0; at < packed.length; at++) square += packed[at]! * packed[at]!;
  return Math.sqrt(square);
}

/** Keeps the best few of many. */
class Best {
  readonly #max: number;
  readonly #kept: { place: number; alike: number }[] = [];
  #min = -Infinity;

  constructor(max: number) {
    this.#max = max;
  }

  offer(place: number, alike: number): void {
    if (this.#kept.length >= this.#max && alike <= this.#min) return;
    let at = this.#kept.length;
    while (at > 0 && this.#kept[at - 1]!.alike < alike) at--;
    this.#kept.splice(at, 0, { place, alike });
    if (this.#kept.length > this.#max) this.#kept.pop();
    this.#min = this.#kept.at(-1)!.alike;
  }

  sorted(): readonly { readonly place: number; readonly alike: number }[] {
    return this.#kept;
  }
}
