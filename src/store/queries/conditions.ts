import type { SqlValue } from './sql-value.ts';

/** Our own numbers as literals: a list parameter is read again for every row. */
export function isOneOf(column: string, codes: readonly (number | null)[]): string {
  return codes.length === 0 ? '1 = 0' : `${column} in (${codes.join(', ')})`;
}

/** The conditions of a filter. */
export class Conditions<Value = SqlValue> {
  readonly #all: string[] = [];
  readonly values: Value[] = [];

  /** A condition on a value, or on several; none when there is no value. */
  add(condition: string, value: Value | undefined, ...more: readonly Value[]): void {
    if (value === undefined) return;
    this.#all.push(condition);
    this.values.push(value, ...more);
  }

  /** An unconditional condition. */
  always(condition: string): void {
    this.#all.push(condition);
  }

  /** `where …`, or nothing. */
  get where(): string {
    return this.#all.length === 0 ? '' : `where ${this.#all.join(' and ')}`;
  }
}
