import { name } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';

/**
 * One event of causetrace, schema 0.1: a call with its result, a message of the user, a thought, a change of the
 * context.
 */
export type Rec = JsonObject;

export const eventTypes = ['tool_call', 'user_input', 'reasoning', 'context_update'] as const;

/** Its own four kinds, and the two fields no other format has together. */
export function isCausetraces(record: Rec): boolean {
  const type = record['event_type'];
  return (
    eventTypes.some((each) => each === type) &&
    name(record['event_id']) !== undefined &&
    'parent_event_id' in record &&
    'caused_by' in record
  );
}

/** Several parents are joined by commas. */
export function parentsOf(record: Rec): readonly string[] {
  const parents = record['parent_event_id'];
  return typeof parents === 'string'
    ? parents
        .split(',')
        .map((id) => id.trim())
        .filter((id) => id !== '' && id.length <= 100)
    : [];
}

/** Inputs and outputs are texts or anything; a text may be serialized JSON. */
export function inputOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value ?? null;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    // Cut at 2,000 characters, or a text that only looks like JSON.
    return value;
  }
}

export function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = value as JsonObject;
  for (const field of ['text', 'prompt', 'content', 'message', 'output'])
    if (typeof fields[field] === 'string') return fields[field];
  return JSON.stringify(value);
}
