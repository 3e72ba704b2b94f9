import type { Dialect } from '../../queries/dialect.ts';
import { get, run } from '../../queries/query.ts';
import type { EventRecord } from '../../rows/event-table.ts';

/**
 * There are few models, each on thousands of events: an event stores a number for the name. A new one gets the next.
 */
export const modelValue: Dialect['modelValue'] = function* (name) {
  if (name === null) return null;
  const known = yield* get<{ code: number }>(`select code from code where field = 'model' and word = ?`, name);
  if (known) return known.code;
  yield* run(`insert into code select 'model', coalesce(max(code), 0) + 1, ? from code where field = 'model'`, name);
  return (yield* get<{ code: number }>(`select code from code where field = 'model' and word = ?`, name))!.code;
};

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
