import { isObject, list, name, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';

/**
 * A line of a transcript (0.15 to 0.24). Only that it is an object is certain; unknown fields are ignored on purpose.
 */
export type Rec = JsonObject;
export type Part = JsonObject;

/**
 * Claude Code writes nearly the same fields; but its messages have `content` instead of `parts`, and its system records
 * have no payload.
 */
export function isQwens(record: Rec): boolean {
  if (typeof record['uuid'] !== 'string' || typeof record['sessionId'] !== 'string' || !('parentUuid' in record))
    return false;
  if (record['type'] === 'system')
    return typeof record['subtype'] === 'string' && 'systemPayload' in record && !('userType' in record);
  const message = object(record['message']);
  return isMessage(record['type']) && Array.isArray(message['parts']) && !('content' in message);
}

function isMessage(type: unknown): boolean {
  return type === 'user' || type === 'assistant' || type === 'tool_result';
}

/** The sub-agent whose transcript a record belongs to: `<type>-<id of the call that started it>`. */
export function agentOf(record: Rec): string | undefined {
  return record['isSidechain'] === true ? idOf(record['agentId']) : undefined;
}

/** An id of a session or an agent; uids contain it, and a slash in it would make it a child of another session. */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.:-]{1,256}$/.test(value) ? value : undefined;
}

export function partsOf(record: Rec): readonly Part[] {
  return list(object(record['message'])['parts']).filter(isObject);
}

/** The parts as text, with a placeholder for everything else. */
export function readable(parts: readonly Part[]): string {
  return parts
    .map((part) => text(part['text']) ?? ('inlineData' in part || 'fileData' in part ? '[attachment]' : ''))
    .filter((part) => part !== '')
    .join('\n');
}

export function payloadOf(record: Rec): JsonObject {
  return object(record['systemPayload']);
}

/** `system/chat_compression`: the name under which an unknown record is counted. */
export function kindOf(record: Rec): string {
  return [name(record['type']) ?? 'no type', name(record['subtype'])].filter((word) => word !== undefined).join('/');
}
