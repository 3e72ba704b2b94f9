import { endOfObject, isObject, list, name, parseRecords, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { parseJson } from '../../platform/parse-json.ts';

/**
 * One event of causetrace, schema 0.1: a call with its result, a message of the user, a thought, a change of the
 * context, or anything else a program named. Fields at their default are absent.
 */
export type Rec = JsonObject;

/** Fields that causetrace writes in every record, and stemma's own export too. Together they are in no other format. */
const constantFields = ['tool_name', 'tool_input', 'tool_output', 'timestamp', 'duration_ms'];

export function isCausetraces(record: Rec): boolean {
  return name(record['event_id']) !== undefined && constantFields.every((field) => field in record);
}

/** Exports of stemma before 0.3 have none. */
export function hasVersion(record: Rec): boolean {
  return text(record['schema_version']) !== undefined;
}

/** The first element of the list that `causetrace export` prints. */
export function firstOfList(head: string): Rec | undefined {
  const start = /^\s*\[\s*(?=\{)/.exec(head)?.[0].length;
  const end = start === undefined ? undefined : endOfObject(head, start);
  const found = end === undefined ? undefined : parseRecords(head.slice(start, end));
  return found?.ok ? found.records[0] : undefined;
}

export function typeOf(record: Rec): string {
  return name(record['event_type'])?.slice(0, 100) ?? 'tool_call';
}

const maxParents = 50;
const longestId = 200;

/** Several parents are joined by commas; the first is where causetrace's own tree shows the event. */
export function parentsOf(record: Rec): readonly string[] {
  const ids =
    text(record['parent_event_id'])
      ?.slice(0, maxParents * longestId)
      .split(',') ?? [];
  return [...new Set(ids.map((id) => id.trim()))]
    .filter((id) => id !== '' && id.length <= longestId && id !== record['event_id'])
    .slice(0, maxParents);
}

/** What stemma adds to its own exports, which causetrace passes over. */
export function notesOf(record: Rec): { readonly isStep: boolean; readonly inferred: ReadonlySet<unknown> } {
  const notes = isObject(record['stemma']) ? record['stemma'] : {};
  return { isStep: notes['step'] !== false, inferred: new Set(list(notes['inferred'])) };
}

/** Inputs and outputs are texts or anything; a text may be serialized JSON. */
export function inputOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value ?? null;
  try {
    return parseJson(value) as unknown;
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
