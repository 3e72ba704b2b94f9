import type { BertWeights, Layer, Linear, Norm } from './bert-weights.ts';
import { makeKernel, type Kernel } from './kernel.ts';

/** Sentence vectors of a BERT encoder: the mean of what its last layer makes of each token, at unit length. */
export interface Bert {
  readonly dimensions: number;
  /** The longest text, in tokens with the two that stand around it. */
  readonly maxTokens: number;
  embed(texts: readonly (readonly number[])[]): Float32Array[];
}

/** Tokens of all texts of one pass: enough that weights are read from memory for many of them. */
const tokensAtOnce = 512;
/** In every model of the MiniLM family. It is in no file of weights. */
const headSize = 32;
/** Of the integers that inputs of a layer are rounded to: 8191 · 127 · 1536 products still fit 32 bits. */
const largest = 8191;

export function makeBert(weights: BertWeights): Bert {
  const { hidden, positions, words, wordKind } = weights;
  const wide = Math.max(...weights.layers.map(({ wide: { outputs } }) => outputs));
  const maxTokens = Math.min(positions.count, 256);
  const room = new Room(weights, wide);
  const { state, queries, keys, values, mixed, expanded } = room;
  const scratch = new Float32Array(hidden);
  const scores = new Float32Array(maxTokens);

  return {
    dimensions: hidden,
    maxTokens,
    embed(texts) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length;) {
        let upTo = from;
        let tokens = 0;
        while (upTo < texts.length && (upTo === from || tokens + texts[upTo]!.length <= tokensAtOnce))
          tokens += texts[upTo++]!.length;
        vectors.push(...embedTogether(texts.slice(from, upTo), tokens));
        from = upTo;
      }
      return vectors;
    },
  };

  /** The tokens of all texts one after another: only in attention does it matter which text one belongs to. */
  function embedTogether(texts: readonly (readonly number[])[], tokens: number): Float32Array[] {
    let token = 0;
    for (const text of texts)
      for (const [place, word] of text.entries()) {
        const sum = state.subarray(token * hidden, ++token * hidden);
        words.row(word, sum);
        positions.row(place, scratch);
        for (let at = 0; at < hidden; at++) sum[at]! += scratch[at]! + wordKind[at]!;
      }
    normalise(state, tokens, weights.norm);
    for (const [index, layer] of weights.layers.entries()) runLayer(index, layer, texts, tokens);
    let first = 0;
    return texts.map(({ length }) => {
      const vector = meanOf(state.subarray(first * hidden, (first + length) * hidden), hidden);
      first += length;
      return vector;
    });
  }

  function runLayer(index: number, layer: Layer, texts: readonly (readonly number[])[], tokens: number): void {
    room.round(state, tokens, hidden);
    room.multiply(index, 'query', tokens, queries);
    room.multiply(index, 'key', tokens, keys);
    room.multiply(index, 'value', tokens, values);
    let first = 0;
    for (const { length } of texts) {
      attend(first, length);
      first += length;
    }
    room.round(mixed, tokens, hidden);
    room.multiply(index, 'attended', tokens, queries);
    addTo(state, queries, tokens * hidden);
    normalise(state, tokens, layer.attendedNorm);
    room.round(state, tokens, hidden);
    room.multiply(index, 'wide', tokens, expanded);
    gelu(expanded, tokens * layer.wide.outputs);
    room.round(expanded, tokens, layer.wide.outputs);
    room.multiply(index, 'narrow', tokens, queries);
    addTo(state, queries, tokens * hidden);
    normalise(state, tokens, layer.norm);
  }

  /** What each token takes from the others of its text, head by head. */
  function attend(first: number, length: number): void {
    const factor = 1 / Math.sqrt(headSize);
    for (let head = 0; head < hidden; head += headSize) {
      for (let token = first; token < first + length; token++) {
        const own = token * hidden + head;
        let max = -Infinity;
        for (let other = 0; other < length; other++) {
          const theirs = (first + other) * hidden + head;
          let sum = 0;
          for (let at = 0; at < headSize; at++) sum += queries[own + at]! * keys[theirs + at]!;
          scores[other] = sum * factor;
          max = Math.max(max, scores[other]!);
        }
        let total = 0;
        for (let other = 0; other < length; other++) total += scores[other] = Math.exp(scores[other]! - max);
        mixed.fill(0, own, own + headSize);
        for (let other = 0; other < length; other++) {
          const share = scores[other]! / total;
          const theirs = (first + other) * hidden + head;
          for (let at = 0; at < headSize; at++) mixed[own + at]! += share * values[theirs + at]!;
        }
      }
    }
  }

  function normalise(rows: Float32Array, count: number, { weight, bias }: Norm): void {
    for (let start = 0; start < count * hidden; start += hidden) {
      let sum = 0;
      for (let at = 0; at < hidden; at++) sum += rows[start + at]!;
      const mean = sum / hidden;
      let square = 0;
      for (let at = 0; at < hidden; at++) square += (rows[start + at]! - mean) ** 2;
      const factor = 1 / Math.sqrt(square / hidden + 1e-12);
      for (let at = 0; at < hidden; at++)
        rows[start + at] = (rows[start + at]! - mean) * factor * weight[at]! + bias[at]!;
    }
  }
}

const linearNames = ['query', 'key', 'value', 'attended', 'wide', 'narrow'] as const;
type LinearName = (typeof linearNames)[number];

interface Placed extends Linear {
  readonly weightsAt: number;
  readonly scalesAt: number;
  readonly biasAt: number;
}

/** The memory that the kernel works in: all weights, and room for the tokens of one pass. */
class Room {
  readonly state: Float32Array;
  readonly queries: Float32Array;
  readonly keys: Float32Array;
  readonly values: Float32Array;
  readonly mixed: Float32Array;
  readonly expanded: Float32Array;
  readonly #kernel: Kernel;
  readonly #layers: readonly Readonly<Record<LinearName, Placed>>[];
  readonly #rounded: Int16Array;
  readonly #rowScales: Float32Array;
  #used = 0;

  constructor({ hidden, layers }: BertWeights, wide: number) {
    const rows = tokensAtOnce;
    const weightBytes = layers
      .flatMap((layer) => linearNames.map((name) => layer[name]))
      .reduce((sum, { weights, scales }) => sum + weights.length + 8 * scales.length + 48, 0);
    const workBytes = rows * (5 * 4 * hidden + 6 * wide + 4) + 512;
    this.#kernel = makeKernel(weightBytes + workBytes);
    this.#layers = layers.map(
      (layer) =>
        Object.fromEntries(linearNames.map((name) => [name, this.#put(layer[name])])) as Record<LinearName, Placed>,
    );
    this.state = this.#floats(rows * hidden);
    this.queries = this.#floats(rows * hidden);
    this.keys = this.#floats(rows * hidden);
    this.values = this.#floats(rows * hidden);
    this.mixed = this.#floats(rows * hidden);
    this.expanded = this.#floats(rows * wide);
    this.#rowScales = this.#floats(rows);
    this.#rounded = new Int16Array(this.#kernel.buffer, this.#take(2 * rows * wide), rows * wide);
  }

  /** Rounds the rows of a layer's input to integers, each with a scale of its own. */
  round(values: Float32Array, rows: number, width: number): void {
    const rounded = this.#rounded;
    for (let row = 0; row < rows; row++) {
      const start = row * width;
      let max = 0;
      for (let at = start; at < start + width; at++) {
        const size = Math.abs(values[at]!);
        if (size > max) max = size;
      }
      const factor = max > 0 ? largest / max : 0;
      // Adding a half to what is positive and taking it off what is not rounds like Math.round, several times as fast.
      for (let at = start; at < start + width; at++) {
        const value = values[at]! * factor;
        rounded[at] = value + (value < 0 ? -0.5 : 0.5);
      }
      this.#rowScales[row] = max / largest;
    }
  }

  /** Of what was rounded last. */
  multiply(layer: number, name: LinearName, rows: number, into: Float32Array): void {
    const { inputs, outputs, weightsAt, scalesAt, biasAt } = this.#layers[layer]![name];
    this.#kernel.linear(
      this.#rounded.byteOffset,
      4 * Math.ceil(rows / 4),
      inputs,
      weightsAt,
      outputs,
      into.byteOffset,
      this.#rowScales.byteOffset,
      scalesAt,
      biasAt,
    );
  }

  #put(linear: Linear): Placed {
    const weightsAt = this.#take(linear.weights.length);
    new Int8Array(this.#kernel.buffer, weightsAt, linear.weights.length).set(linear.weights);
    const scales = this.#floats(linear.outputs);
    scales.set(linear.scales);
    const bias = this.#floats(linear.outputs);
    bias.set(linear.bias);
    return { ...linear, weights: emptied, weightsAt, scalesAt: scales.byteOffset, biasAt: bias.byteOffset };
  }

  #floats(count: number): Float32Array {
    return new Float32Array(this.#kernel.buffer, this.#take(4 * count), count);
  }

  #take(bytes: number): number {
    const start = this.#used;
    this.#used = 16 * Math.ceil((start + bytes) / 16);
    return start;
  }
}

/** Weights are in the kernel's memory; a second copy of them would be ten megabytes. */
const emptied = new Int8Array(0);

function addTo(sum: Float32Array, values: Float32Array, count: number): void {
  for (let at = 0; at < count; at++) sum[at]! += values[at]!;
}

function meanOf(rows: Float32Array, width: number): Float32Array {
  const mean = new Float32Array(width);
  for (let at = 0; at < rows.length; at++) mean[at % width]! += rows[at]!;
  let square = 0;
  for (let at = 0; at < width; at++) square += mean[at]! * mean[at]!;
  const factor = 1 / (Math.sqrt(square) || 1);
  for (let at = 0; at < width; at++) mean[at]! *= factor;
  return mean;
}

const geluReach = 6;
const geluSteps = 256;
let geluTable: Float32Array | undefined;

/** x · Φ(x) from a table, with an error below 2e-6; beyond its reach it is x, or 0. */
function gelu(values: Float32Array, count: number): void {
  geluTable ??= Float32Array.from({ length: 2 * geluReach * geluSteps + 2 }, (_, at) => {
    const x = at / geluSteps - geluReach;
    return x * normalShare(x);
  });
  for (let at = 0; at < count; at++) {
    const x = values[at]!;
    if (x >= geluReach) continue;
    if (x <= -geluReach) {
      values[at] = 0;
      continue;
    }
    const place = (x + geluReach) * geluSteps;
    const below = Math.trunc(place);
    const left = geluTable[below]!;
    values[at] = left + (place - below) * (geluTable[below + 1]! - left);
  }
}

/** The share of a normal distribution below x, by its series: exact to the last digits, and only for the table. */
function normalShare(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n < 200; n++) {
    term *= (x * x) / (2 * n + 1);
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}
