import type { Dialect } from '../queries/dialect.ts';
import { get } from '../queries/query.ts';
import type { EventRecord } from '../rows/event-table.ts';
import type { Connection } from './connection.ts';

/**
 * The name of the model that a row of table `event` holds the number of. There are few, each on thousands of events.
 */
export const modelOfEvent = `(select word from code where field = 'model' and code = event.model)`;

/** The number of a model; a new one gets the next. */
export function modelCode(connection: Connection, name: string | null): number | null {
  if (name === null) return null;
  const known = connection.get<{ code: number }>(`select code from code where field = 'model' and word = ?`, name);
  if (known) return known.code;
  return connection.get<{ code: number }>(
    `insert into code select 'model', coalesce(max(code), 0) + 1, ? from code where field = 'model' returning code`,
    name,
  )!.code;
}

/** Each is looked up once. */
export const modelNames: Dialect['modelNames'] = function* (records) {
  const names = new Map<EventRecord['model'], string | null>([[null, null]]);
  for (const { model } of records) {
    if (names.has(model)) continue;
    const { word } = (yield* get<{ word: string }>(`select word from code where field = 'model' and code = ?`, model))!;
    names.set(model, word);
  }
  return (model) => names.get(model)!;
};
