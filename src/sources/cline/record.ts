import { isObject, list, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { parseJson } from '../../platform/parse-json.ts';

/** A message in the format of the model's API, with Cline's additions: `id`, `ts`, `modelInfo`, `metrics`. */
export type Message = JsonObject;
/** `text`, `thinking`, `tool_use`, `tool_result`, `image`, `file` …; a content that is one string is one text. */
export type Part = JsonObject;

export function partsOf({ content }: Message): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : list(content).filter(isObject);
}

export function textsOf(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) => (part['type'] === 'text' ? (text(part['text']) ?? []) : []));
}

/** JSON inside a string; undefined when the string is plain text. */
export function parsedText(words: string): unknown {
  if (!/^\s*[[{]/.test(words)) return undefined;
  try {
    return parseJson(words) as unknown;
  } catch {
    return undefined;
  }
}

export function isMessage(record: JsonObject): boolean {
  return record['role'] === 'user' || record['role'] === 'assistant';
}

/** CLI: `{id, provider}`. Extension: `{modelId, providerId, mode}`. */
export function modelOf(message: Message): string | undefined {
  const info = object(message['modelInfo']);
  return text(info['id']) ?? text(info['modelId']);
}
