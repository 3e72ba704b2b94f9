import { isObject, name, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';

/** A line of a hook log, as `live/spool` writes it: what happened, in which agent and when. */
export interface HookRecord {
  readonly agent: string;
  readonly event: string;
  readonly at?: number | undefined;
  /** What the agent sent; undefined when it was no JSON. */
  readonly payload?: JsonObject | undefined;
}

export function isHookLine(record: JsonObject): boolean {
  return record['stemma'] === 'hook' && text(record['agent']) !== undefined && text(record['event']) !== undefined;
}

export function hookRecord(record: JsonObject): HookRecord {
  const payload = record['payload'];
  return {
    agent: name(record['agent']) ?? '',
    event: name(record['event']) ?? '',
    at: time(record['at']),
    payload: isObject(payload) ? payload : undefined,
  };
}
