import { name } from '../../platform/parse-records.ts';
import type { Telemetry } from './telemetry.ts';

/** The id the model gave a call, by whichever name. */
export function callIdOf({ attributes }: Telemetry): string | undefined {
  return fields.map((field) => name(attributes[field])).find((value) => value !== undefined);
}

const fields = ['gen_ai.tool.call.id', 'gen_ai.tool.call_id', 'ai.toolCall.id', 'tool_call.id', 'tool.id', 'tool.call_id'];

/** Key of a call: told by the model's answer and by the span of the tool, it is one. Without an id it is its span. */
export function callKey(id: string | undefined, span: string | undefined): string {
  return id === undefined ? `span:${span ?? 'unknown'}` : `call:${id}`;
}
