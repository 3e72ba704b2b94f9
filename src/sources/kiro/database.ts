import type { DatabaseSync } from 'node:sqlite';
import { parseJson } from '../../platform/parse-json.ts';
import { isObject, list, name } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { type DatabaseKind, hasColumns, timeIn } from '../reader/database.ts';

/** One conversation a row, as JSON. `conversations` has one for each folder, `conversations_v2` any number. */
export const conversations: DatabaseKind = {
  is: (database) => tablesIn(database).length > 0,

  *sessions(database) {
    for (const { id, value, updated } of rowsIn(database)) yield { id, size: value.length, mtimeMs: updated };
  },

  *lines(database, session) {
    for (const { id, folder, value, created } of rowsIn(database)) {
      if (id !== session) continue;
      const { history, ...conversation } = objectIn(value);
      const { model_info: model, model: modelId } = conversation;
      yield JSON.stringify({ kiro: 'conversation', id, folder, created, model: model ?? modelId ?? null });
      for (const turn of list(history)) yield JSON.stringify({ turn });
      return;
    }
  },
};

interface Row {
  readonly id: string;
  readonly folder: string;
  readonly value: string;
  readonly created: number;
  readonly updated: number;
}

function tablesIn(database: DatabaseSync): readonly string[] {
  const isLogged = hasColumns(database, 'conversations_v2', 'key', 'conversation_id', 'value', 'updated_at');
  const isByFolder =
    hasColumns(database, 'conversations', 'key', 'value') && hasColumns(database, 'state', 'key', 'value');
  return [...(isLogged ? ['conversations_v2'] : []), ...(isByFolder ? ['conversations'] : [])];
}

function* rowsIn(database: DatabaseSync): Iterable<Row> {
  const seen = new Set<string>();
  for (const table of tablesIn(database)) {
    const times = table === 'conversations_v2' ? ', created_at, updated_at' : '';
    for (const row of database.prepare(`select key, value${times} from ${table} order by rowid`).iterate()) {
      const { key, value } = row;
      if (typeof key !== 'string' || typeof value !== 'string') continue;
      const id = name(row['conversation_id']) ?? name(objectIn(value)['conversation_id']);
      if (id === undefined || !/^[\w.-]{1,100}$/.test(id) || seen.has(id)) continue;
      seen.add(id);
      yield { id, folder: key, value, created: timeIn(row['created_at']), updated: timeIn(row['updated_at']) };
    }
  }
}

function objectIn(json: string): JsonObject {
  try {
    const value = parseJson(json);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
