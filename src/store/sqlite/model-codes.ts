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

/** The names of models by their numbers, each looked up once. */
export class ModelNames {
  readonly #connection: Connection;
  readonly #names = new Map<number, string>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  of(code: number | null): string | null {
    if (code === null) return null;
    const known = this.#names.get(code);
    if (known !== undefined) return known;
    const { word } = this.#connection.get<{ word: string }>(
      `select word from code where field = 'model' and code = ?`,
      code,
    )!;
    this.#names.set(code, word);
    return word;
  }
}
