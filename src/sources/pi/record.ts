import { list, name, number, object, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';

/**
 * A line of a session: `{type, id, parentId, timestamp, …}`. The header, and every line before version 2, has no
 * place in the tree.
 */
export interface Entry {
  readonly type: string;
  readonly id: string | undefined;
  /** null: the beginning of the tree. undefined: not recorded. */
  readonly parentId: string | null | undefined;
  readonly at: number | undefined;
  readonly json: JsonObject;
  readonly message: JsonObject;
}

export function toEntry(json: JsonObject): Entry {
  const message = object(json['message']);
  return {
    type: text(json['type']) ?? '',
    id: name(json['id']),
    parentId: json['parentId'] === null ? null : name(json['parentId']),
    // An entry's time is when it was written; that of its message is when the request was made.
    at: time(json['timestamp']) ?? number(message['timestamp']),
    json,
    message,
  };
}

/** The first line of a file. Before version 2 it has no `version`, and names the model instead. */
export function isHeader(json: JsonObject): boolean {
  return (
    json['type'] === 'session' &&
    name(json['id']) !== undefined &&
    typeof json['cwd'] === 'string' &&
    time(json['timestamp']) !== undefined &&
    (number(json['version']) !== undefined || typeof json['modelId'] === 'string')
  );
}

/** Content is a text, or parts of which some are texts. */
export function readable(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => (object(part)['type'] === 'image' ? '[image]' : (text(object(part)['text']) ?? '')))
    .filter((part) => part !== '')
    .join('\n');
}
