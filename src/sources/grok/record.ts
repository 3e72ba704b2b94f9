import { list, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';

/** A line of `updates.jsonl`: a notification of the Agent Client Protocol, with Grok's own marks (`_meta`). */
export interface Update {
  /** `sessionUpdate`: the kind of record. */
  readonly kind: string;
  readonly sessionId: string | undefined;
  readonly json: JsonObject;
  readonly at: number | undefined;
  /** `<session id>-<number>`. Numbers begin anew when a session is resumed. */
  readonly eventId: string | undefined;
  /** One turn. A person's prompt does not have it. */
  readonly promptId: string | undefined;
  /** One response of the model. */
  readonly stream: number | undefined;
}

export function toUpdate(record: JsonObject): Update {
  const params = object(record['params']);
  const json = object(params['update']);
  const meta = object(params['_meta']);
  const seconds = number(record['timestamp']);
  return {
    kind: text(json['sessionUpdate']) ?? '',
    sessionId: name(params['sessionId']),
    json,
    // `timestamp` is in whole seconds, and in a fork is when the line was copied.
    at: number(meta['agentTimestampMs']) ?? (seconds === undefined ? undefined : seconds * 1000),
    eventId: name(meta['eventId']),
    promptId: name(meta['promptId']) ?? name(json['prompt_id']),
    stream: number(meta['streamStartMs']),
  };
}

export function isUpdate(record: JsonObject): boolean {
  const params = object(record['params']);
  return (
    (record['method'] === 'session/update' || record['method'] === '_x.ai/session/update') &&
    number(record['timestamp']) !== undefined &&
    name(params['sessionId']) !== undefined &&
    typeof object(params['update'])['sessionUpdate'] === 'string'
  );
}

/** The first line of `events.jsonl`. The others do not name the session. */
export function isTurnStarted(record: JsonObject): boolean {
  return (
    record['type'] === 'turn_started' &&
    typeof record['ts'] === 'string' &&
    name(record['session_id']) !== undefined &&
    'turn_number' in record
  );
}

/** `<session id>-<number>`: the session that a line was first written in. */
export function sessionOf(eventId: string | undefined): string | undefined {
  return eventId === undefined ? undefined : /^(.+)-\d+$/.exec(eventId)?.[1];
}

/** Content of the protocol: one block, or a list of them. */
export function readable(content: unknown): string {
  const blocks = Array.isArray(content) ? list(content).map(object) : [object(content)];
  return blocks
    .map((block) => (block['type'] === 'content' ? object(block['content']) : block))
    .map(
      (block) =>
        text(block['text']) ?? text(object(block['resource'])['text']) ?? (block['type'] === 'image' ? '[image]' : ''),
    )
    .filter((part) => part !== '')
    .join('\n');
}
