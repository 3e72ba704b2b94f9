import { seeded, shuffle } from './random.ts';

/** Two texts that mean the same, as places in the table. */
export interface TrainingPair {
  readonly one: Int32Array;
  readonly other: Int32Array;
  /** How often it is shown in a round; a fraction is a chance. */
  readonly weight: number;
  readonly source: number;
}

export interface Course {
  readonly rounds: number;
  readonly batch: number;
  readonly temperature: number;
  readonly rate: number;
  /**
   * How often a word that stands on both sides is left out of one, so that other words have to tell that they belong
   * together.
   */
  readonly hideShared: number;
  /**
   * The share of batches from one source alone: telling apart what Rust says is harder than telling Rust from
   * PostgreSQL.
   */
  readonly ofOneSource: number;
  readonly seed: number;
}

/**
 * Moves the vectors (and with their lengths the weights of the words) so that each text is nearer to its partner than
 * to the partners of the others in its batch. A text is the sum of its words' vectors, at unit length: what `embed`
 * does.
 */
export function contrast(
  vectors: Float32Array,
  dimensions: number,
  pairs: readonly TrainingPair[],
  course: Course,
  say: (text: string) => void,
): void {
  const { batch, temperature, rate, hideShared, rounds } = course;
  const random = seeded(course.seed);
  const moments = new Float32Array(vectors.length / dimensions);
  const left = new Float32Array(batch * dimensions);
  const right = new Float32Array(batch * dimensions);
  const leftNorm = new Float32Array(batch);
  const rightNorm = new Float32Array(batch);
  const leftGradient = new Float32Array(batch * dimensions);
  const rightGradient = new Float32Array(batch * dimensions);
  const scores = new Float32Array(batch * batch);
  const forward = new Float32Array(batch * batch);
  const texts: [Int32Array, Int32Array][] = [];
  const total = rounds * pairs.reduce((sum, { weight }) => sum + weight, 0);
  let shown = 0;

  for (let round = 0; round < rounds; round++) {
    const order = batchOrder(pairs, course, random);
    let loss = 0;
    let batches = 0;
    for (let start = 0; start + batch <= order.length; start += batch) {
      texts.length = 0;
      for (let at = 0; at < batch; at++) {
        const { one, other } = pairs[order[start + at]!]!;
        texts.push(hide(one, other, hideShared, random));
      }
      for (let at = 0; at < batch; at++) {
        leftNorm[at] = unitSum(vectors, dimensions, texts[at]![0], left, at * dimensions);
        rightNorm[at] = unitSum(vectors, dimensions, texts[at]![1], right, at * dimensions);
      }
      products(left, right, scores, batch, dimensions, 1 / temperature);
      loss += pull(scores, forward, batch);
      leftGradient.fill(0);
      rightGradient.fill(0);
      for (let i = 0; i < batch; i++) {
        for (let j = 0; j < batch; j++) {
          const g = forward[i * batch + j]!;
          if (g > -1e-5 && g < 1e-5) continue;
          const a = i * dimensions;
          const b = j * dimensions;
          for (let k = 0; k < dimensions; k++) {
            leftGradient[a + k]! += g * right[b + k]!;
            rightGradient[b + k]! += g * left[a + k]!;
          }
        }
      }
      const now = rate * Math.max(0.05, 1 - shown / total);
      for (let at = 0; at < batch; at++) {
        step(vectors, moments, dimensions, texts[at]![0], left, leftGradient, at * dimensions, leftNorm[at]!, now);
        step(vectors, moments, dimensions, texts[at]![1], right, rightGradient, at * dimensions, rightNorm[at]!, now);
      }
      shown += batch;
      batches++;
    }
    say(`round ${round + 1} of ${rounds}: loss ${(loss / batches).toFixed(4)}`);
  }
}

/** All pairs as often as they weigh, so that a batch is either of one source or of any. */
function batchOrder(pairs: readonly TrainingPair[], { batch, ofOneSource }: Course, random: () => number): number[] {
  const shown: number[] = [];
  for (const [at, { weight }] of pairs.entries()) {
    for (let times = Math.floor(weight) + (random() < weight % 1 ? 1 : 0); times > 0; times--) shown.push(at);
  }
  shuffle(shown, random);
  const mixed: number[] = [];
  const bySource: number[][] = [];
  const batches: number[][] = [];
  for (const at of shown) {
    if (random() >= ofOneSource) {
      mixed.push(at);
      continue;
    }
    const same = (bySource[pairs[at]!.source] ??= []);
    same.push(at);
    if (same.length === batch) batches.push(same.splice(0));
  }
  for (const same of bySource) mixed.push(...(same ?? []));
  shuffle(mixed, random);
  for (let from = 0; from + batch <= mixed.length; from += batch) batches.push(mixed.slice(from, from + batch));
  shuffle(batches, random);
  return batches.flat();
}

function hide(one: Int32Array, other: Int32Array, chance: number, random: () => number): [Int32Array, Int32Array] {
  if (chance === 0) return [one, other];
  const fromFirst = random() < 0.5;
  const [cut, whole] = fromFirst ? [one, other] : [other, one];
  const kept = cut.filter((word) => !whole.includes(word) || random() >= chance);
  const result = kept.length > 0 ? kept : cut;
  return fromFirst ? [result, other] : [one, result];
}

function unitSum(vectors: Float32Array, dimensions: number, words: Int32Array, into: Float32Array, at: number): number {
  for (let k = 0; k < dimensions; k++) into[at + k] = 0;
  for (const word of words) {
    const row = word * dimensions;
    for (let k = 0; k < dimensions; k++) into[at + k]! += vectors[row + k]!;
  }
  let norm = 0;
  for (let k = 0; k < dimensions; k++) norm += into[at + k]! ** 2;
  norm = Math.sqrt(norm) || 1;
  for (let k = 0; k < dimensions; k++) into[at + k]! /= norm;
  return norm;
}

function products(
  left: Float32Array,
  right: Float32Array,
  into: Float32Array,
  batch: number,
  dimensions: number,
  factor: number,
): void {
  for (let i = 0; i < batch; i++) {
    const a = i * dimensions;
    for (let j = 0; j < batch; j += 4) {
      const b = j * dimensions;
      const c = b + dimensions;
      const d = c + dimensions;
      const e = d + dimensions;
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      for (let k = 0; k < dimensions; k++) {
        const x = left[a + k]!;
        s0 += x * right[b + k]!;
        s1 += x * right[c + k]!;
        s2 += x * right[d + k]!;
        s3 += x * right[e + k]!;
      }
      const at = i * batch + j;
      into[at] = s0 * factor;
      into[at + 1] = s1 * factor;
      into[at + 2] = s2 * factor;
      into[at + 3] = s3 * factor;
    }
  }
}

/**
 * Softmax over rows and over columns, both expecting the diagonal; returns the loss and leaves the gradient in
 * `into`.
 */
function pull(scores: Float32Array, into: Float32Array, batch: number): number {
  let loss = 0;
  into.fill(0);
  for (const [stride, across] of [
    [batch, 1],
    [1, batch],
  ] as const) {
    for (let i = 0; i < batch; i++) {
      const base = i * stride;
      let most = -Infinity;
      for (let j = 0; j < batch; j++) most = Math.max(most, scores[base + j * across]!);
      let sum = 0;
      for (let j = 0; j < batch; j++) sum += Math.exp(scores[base + j * across]! - most);
      for (let j = 0; j < batch; j++) into[base + j * across]! += Math.exp(scores[base + j * across]! - most) / sum / 2;
      into[base + i * across]! -= 0.5;
      loss += (Math.log(sum) + most - scores[base + i * across]!) / 2;
    }
  }
  return loss / batch;
}

/** Adagrad, one moment per word: frequent words settle early, rare ones still learn. */
function step(
  vectors: Float32Array,
  moments: Float32Array,
  dimensions: number,
  words: Int32Array,
  unit: Float32Array,
  gradient: Float32Array,
  at: number,
  norm: number,
  rate: number,
): void {
  let along = 0;
  for (let k = 0; k < dimensions; k++) along += unit[at + k]! * gradient[at + k]!;
  let square = 0;
  for (let k = 0; k < dimensions; k++) {
    const g = (gradient[at + k]! - along * unit[at + k]!) / norm;
    gradient[at + k] = g;
    square += g * g;
  }
  square /= dimensions;
  for (const word of words) {
    moments[word]! += square;
    const pace = rate / (Math.sqrt(moments[word]!) + 1e-8);
    const row = word * dimensions;
    for (let k = 0; k < dimensions; k++) vectors[row + k]! -= pace * gradient[at + k]!;
  }
}
