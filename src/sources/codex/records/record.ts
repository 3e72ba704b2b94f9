import { isObject, list, name, number, object, text, time } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { parseJson } from '../../../platform/parse-json.ts';

/**
 * A record of a rollout of any generation. Since 0.30 every line is an envelope `{timestamp, ordinal?, type, payload,
 * metadata?}`; before, items were bare on the line, after a header without type.
 */
export interface CodexRecord {
  /** The envelope's type; `response_item` for a bare item, `header` for the old header. */
  readonly type: string;
  readonly payload: JsonObject;
  readonly metadata: JsonObject;
  readonly at: number | undefined;
  readonly ordinal: number | undefined;
}

/** Undefined for an object that Codex does not write. */
export function toRecord(json: JsonObject): CodexRecord | undefined {
  if (isObject(json['payload']) && typeof json['type'] === 'string') {
    return {
      type: json['type'],
      payload: json['payload'],
      metadata: object(json['metadata']),
      at: time(json['timestamp']),
      ordinal: number(json['ordinal']),
    };
  }
  const type = bareType(json);
  return type ? { type, payload: json, metadata: {}, at: time(json['timestamp']), ordinal: undefined } : undefined;
}

/** Names only Codex has; `session_meta` opens every file since there are envelopes. */
const envelopes: ReadonlySet<string> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
]);
const bareItems: ReadonlySet<string> = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'local_shell_call',
  'custom_tool_call',
  'custom_tool_call_output',
  'web_search_call',
]);

export function isEnvelope(json: JsonObject): boolean {
  return (
    typeof json['timestamp'] === 'string' &&
    typeof json['type'] === 'string' &&
    envelopes.has(json['type']) &&
    isObject(json['payload'])
  );
}

export function isHeader(json: JsonObject): boolean {
  return (
    json['type'] === undefined &&
    typeof json['id'] === 'string' &&
    typeof json['timestamp'] === 'string' &&
    'instructions' in json
  );
}

function bareType(json: JsonObject): string | undefined {
  if (isHeader(json)) return 'header';
  if (json['record_type'] === 'state') return 'state';
  return typeof json['type'] === 'string' && bareItems.has(json['type']) ? 'response_item' : undefined;
}

/** What the harness attached to an item: the turn, and the kind of each content part. */
export function passthrough(payload: JsonObject): {
  readonly turn: string | undefined;
  readonly kinds: readonly unknown[];
} {
  const more = object(payload['internal_chat_message_metadata_passthrough']);
  return { turn: name(more['turn_id']), kinds: list(more['content_item_kinds']) };
}

/** An id that is a number in one record and a string in the next: process 69950 is process "69950". */
export function reference(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : name(value);
}

/** The texts of a message's, a reasoning's or an output's parts. */
export function partTexts(parts: unknown): readonly string[] {
  return list(parts).map((part) => text(object(part)['text']) ?? imageOf(object(part)));
}

function imageOf(part: JsonObject): string {
  return text(part['type'])?.includes('image') ? '[image]' : '';
}

/** The value behind a JSON string; undefined when it is none. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  try {
    return parseJson(value) as unknown;
  } catch {
    return undefined;
  }
}
