import { name } from '../../../platform/parse-records.ts';
import type { Telemetry } from './telemetry.ts';

/** What a span or log record is about, in any of the conventions. */
export type Kind = 'agent' | 'chat' | 'call' | 'chain' | 'event' | 'other';

export function kindOf(record: Telemetry): Kind {
  const { attributes, signal } = record;
  if (signal === 'log') return isMessageEvent(record.name) ? 'event' : 'other';
  const stated =
    name(attributes['gen_ai.operation.name']) ??
    name(attributes['openinference.span.kind']) ??
    name(attributes['traceloop.span.kind']) ??
    name(attributes['llm.request.type']);
  const known = stated === undefined ? undefined : words[stated.toLowerCase()];
  if (known) return known;
  const operation = name(attributes['ai.operationId']);
  if (operation !== undefined)
    return operation === 'ai.toolCall'
      ? 'call'
      : /^ai\.(?:generate|stream)(?:Text|Object)/.test(operation)
        ? 'chat'
        : 'other';
  if (name(attributes['gen_ai.tool.call.id']) !== undefined) return 'call';
  return stated === undefined && name(attributes['gen_ai.request.model']) !== undefined ? 'chat' : 'other';
}

/** Messages in log records or in events of a span. */
export function isMessageEvent(event: string): boolean {
  return /^gen_ai\.(?:(?:system|user|assistant|tool)\.message|choice|content\.(?:prompt|completion)|client\.inference\.operation\.details)$/.test(
    event,
  );
}

const words: Readonly<Record<string, Kind>> = {
  // OpenTelemetry, and Gemini CLI's own.
  chat: 'chat',
  text_completion: 'chat',
  generate_content: 'chat',
  llm_call: 'chat',
  execute_tool: 'call',
  tool_call: 'call',
  invoke_agent: 'agent',
  invoke_workflow: 'chain',
  // OpenInference.
  llm: 'chat',
  tool: 'call',
  retriever: 'call',
  agent: 'agent',
  chain: 'chain',
  // OpenLLMetry.
  workflow: 'chain',
  task: 'chain',
  completion: 'chat',
};
