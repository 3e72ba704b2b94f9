import { isObject, list, name, object, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';

/**
 * A line of `events.jsonl`: `{type, data, id, timestamp, parentId, agentId?}`. `parentId` is not read: it names the
 * event written before, whatever that was.
 */
export interface CopilotRecord {
  readonly type: string;
  readonly data: JsonObject;
  readonly id: string | undefined;
  readonly at: number | undefined;
  /** The sub-agent it happened in; undefined in the main conversation. */
  readonly agent: string | undefined;
}

/** Undefined for an object that Copilot does not write. */
export function toRecord(json: JsonObject): CopilotRecord | undefined {
  const { type, data } = json;
  if (typeof type !== 'string' || !isObject(data)) return undefined;
  return { type, data, id: name(json['id']), at: time(json['timestamp']), agent: name(json['agentId']) };
}

/** The envelope on disk. What `--output-format json` prints has the same one, and mostly `ephemeral` events in it. */
export function isEnvelope(json: JsonObject): boolean {
  return (
    /^[a-z_]+(?:\.[a-z_]+)*$/i.test(text(json['type']) ?? '') &&
    isObject(json['data']) &&
    typeof json['id'] === 'string' &&
    time(json['timestamp']) !== undefined &&
    'parentId' in json &&
    json['ephemeral'] !== true
  );
}

/** MCP tools are distinguished by their server. */
export function toolOf(record: JsonObject): string {
  const tool = text(record['name']) ?? text(record['toolName']) ?? 'unknown';
  const server = name(record['mcpServerName']);
  return server === undefined ? tool : `mcp__${server}__${name(record['mcpToolName']) ?? tool}`;
}

/** The part of a result that the model saw. */
export function outputOf(result: unknown): string {
  const { content, contents } = object(result);
  return (
    text(content) ??
    list(contents)
      .map((part) => text(object(part)['text']) ?? '')
      .join('')
  );
}
