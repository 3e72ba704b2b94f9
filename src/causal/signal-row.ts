import { signalNames } from './signals.ts';

/**
 * The signals of one candidate, by their column; 0 where a rule saw nothing. Seven of eight are 0: those that are not are
 * listed, and only they take time.
 */
export class SignalRow {
  readonly #values = new Float32Array(signalNames.length);
  readonly #nonZero = new Uint16Array(signalNames.length);
  #count = 0;

  get(column: number): number {
    return this.#values[column]!;
  }

  /** A signal that is given stays given: 0 changes nothing. */
  set(column: number, value: number): void {
    if (value === 0) return;
    if (this.#values[column] === 0) this.#nonZero[this.#count++] = column;
    this.#values[column] = value;
  }

  clear(): void {
    for (let at = 0; at < this.#count; at++) this.#values[this.#nonZero[at]!] = 0;
    this.#count = 0;
  }

  /** `weights`: one per column. */
  weightedSum(weights: Float64Array): number {
    let sum = 0;
    for (let at = 0; at < this.#count; at++) {
      const column = this.#nonZero[at]!;
      sum += weights[column]! * this.#values[column]!;
    }
    return sum;
  }

  /** Into a row of zeros. */
  copyTo(row: Float64Array): void {
    for (let at = 0; at < this.#count; at++) row[this.#nonZero[at]!] = this.#values[this.#nonZero[at]!]!;
  }

  copy(): SignalRow {
    const copy = new SignalRow();
    for (let at = 0; at < this.#count; at++) copy.set(this.#nonZero[at]!, this.#values[this.#nonZero[at]!]!);
    return copy;
  }
}
