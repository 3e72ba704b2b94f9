import type { Parameter } from './sql.ts';

/** What a filter asks of rows, as far as it asks anything; a value may be a list. */
export class PgConditions {
  readonly #all: string[] = [];
  readonly values: Parameter[] = [];

  /** A condition on a value, or on several; none when there is no value. */
  add(condition: string, value: Parameter | undefined, ...more: readonly Parameter[]): void {
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
