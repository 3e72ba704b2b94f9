import { argumentsOf } from '../arguments-of.ts';
import { list, name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';

/**
 * A printed line: a message as it is sent to the model, `{role, content, tool_calls?, tool_call_id?}`, and nothing
 * else.
 */
export function isMessage(record: JsonObject): boolean {
  return (
    roles.has(text(record['role']) ?? '') &&
    typeof record['content'] === 'string' &&
    Object.keys(record).every((field) => fields.has(field))
  );
}

const roles: ReadonlySet<string> = new Set(['user', 'assistant', 'tool', 'system']);
const fields: ReadonlySet<string> = new Set(['role', 'content', 'tool_calls', 'tool_call_id']);

export interface ToolCall {
  readonly id: string | undefined;
  readonly tool: string;
  readonly input: unknown;
}

export function callsOf(record: JsonObject): readonly ToolCall[] {
  return list(record['tool_calls'])
    .map(object)
    .map((call) => {
      const asked = object(call['function']);
      return { id: name(call['id']), tool: name(asked['name']) ?? 'unknown', input: argumentsOf(asked['arguments']) };
    });
}
