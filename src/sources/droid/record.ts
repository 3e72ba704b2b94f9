import { list, name, object, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';

/** A line of a session: `{type, id, parentId, timestamp, message}`. The first has no time, and no children. */
export interface Entry {
  readonly type: string;
  readonly id: string | undefined;
  readonly parentId: string | undefined;
  readonly at: number | undefined;
  readonly json: JsonObject;
  readonly message: JsonObject;
  readonly parts: readonly JsonObject[];
}

export function toEntry(json: JsonObject): Entry {
  const message = object(json['message']);
  const content = message['content'];
  return {
    type: text(json['type']) ?? '',
    id: name(json['id']),
    parentId: name(json['parentId']),
    at: time(json['timestamp']),
    json,
    message,
    parts: typeof content === 'string' ? [{ type: 'text', text: content }] : list(content).map(object),
  };
}

/** The first line of a file. The output of `droid exec` begins differently. */
export function isStart(json: JsonObject): boolean {
  return (
    json['type'] === 'session_start' &&
    name(json['id']) !== undefined &&
    ['cwd', 'owner', 'title'].some((field) => typeof json[field] === 'string')
  );
}

/** The line after it: other programs print a `session_start` too, and continue differently. */
export function isNext(json: JsonObject): boolean {
  const type = text(json['type']) ?? '';
  return type === 'message' ? typeof object(json['message'])['role'] === 'string' : types.has(type);
}

const types: ReadonlySet<string> = new Set([
  'agent_turn_outcome',
  'compaction_state',
  'todo_state',
  'session_settings',
  'session_end',
]);

/** A message or a result as one text. */
export function readable(parts: readonly JsonObject[]): string {
  return parts
    .map(
      (part) =>
        text(part['text']) ?? (part['type'] === 'image' || part['type'] === 'document' ? `[${part['type']}]` : ''),
    )
    .filter((part) => part !== '')
    .join('\n');
}
