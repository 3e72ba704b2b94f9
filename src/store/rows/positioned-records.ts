import type { EventColumn, EventRecord } from './event-table.ts';

/**
 * Converts rows with these columns in this order to records. A record reads the row by position: building an object of
 * so many columns for each row costs several times as much, and an answer may hold ten thousand events.
 */
export function recordsOf(names: readonly EventColumn[]): (values: readonly unknown[]) => EventRecord {
  class Positioned {
    readonly values: readonly unknown[];
    constructor(values: readonly unknown[]) {
      this.values = values;
    }
  }
  for (const [at, name] of names.entries()) {
    Object.defineProperty(Positioned.prototype, name, {
      get(this: Positioned) {
        return this.values[at];
      },
    });
  }
  return (values) => new Positioned(values) as unknown as EventRecord;
}
