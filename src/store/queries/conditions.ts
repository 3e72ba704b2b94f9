import type { SqlValue } from './sql-value.ts';

/** What a filter asks of rows, as far as it asks anything. */
export class Conditions<Value = SqlValue> {
  readonly #all: string[] = [];
  readonly values: Value[] = [];

  /** A condition on a value, or on several; none when there is no value. */
  add(condition: string, value: Value | undefined, ...more: readonly Value[]): void {
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
