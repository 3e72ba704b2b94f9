import type { SQLInputValue } from 'node:sqlite';

/** What a filter asks of rows, as far as it asks anything. */
export class Conditions {
  readonly #all: string[] = [];
  readonly values: SQLInputValue[] = [];

  /** A condition on a value, or on several; none when there is no value. */
  add(condition: string, value: SQLInputValue | undefined, ...more: readonly SQLInputValue[]): void {
    if (value === undefined) return;
    this.#all.push(condition);
    this.values.push(value, ...more);
  }

  /** A condition that stands for itself. */
  always(condition: string): void {
    this.#all.push(condition);
  }

  /** `where …`, or nothing. */
  get where(): string {
    return this.#all.length === 0 ? '' : `where ${this.#all.join(' and ')}`;
  }
}
