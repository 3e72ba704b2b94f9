import type { Tokens } from '../../../model/event.ts';
import { isObject, list, name, object } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { count, fromJson } from '../../agent/telemetry/fields.ts';
import { unflattened } from '../container/flattened.ts';
import { isMessageEvent } from '../../agent/telemetry/kinds.ts';
import { messageOf, messagesIn } from './messages.ts';
import type { Message, Part } from './messages.ts';
import type { Telemetry } from '../../agent/telemetry/telemetry.ts';

/** Input and output of a model, an agent or a chain, as far as they were recorded. */
export interface Exchange {
  readonly input: readonly Message[];
  readonly output: readonly Message[];
}

/** By each convention in turn; the first with a value is used. */
export function exchangeOf(record: Telemetry): Exchange {
  return { input: firstOf(inputs(record.attributes, record.events)), output: outputOf(record) };
}

/** The output alone. */
export function outputOf({ attributes, events }: Telemetry): Exchange['output'] {
  return firstOf(outputs(attributes, events));
}

function* inputs(attributes: JsonObject, events: Telemetry['events']): Generator<readonly Message[]> {
  yield messagesIn(attributes['gen_ai.input.messages'], 'user');
  yield messagesIn(unflattened(attributes, 'llm.input_messages'), 'user');
  yield messagesIn(unflattened(attributes, 'gen_ai.prompt'), 'user');
  yield messagesIn(attributes['ai.prompt.messages'] ?? sdkPrompt(attributes['ai.prompt']), 'user');
  yield events.flatMap(({ name: event, attributes }) =>
    isMessageEvent(event) ? eventMessages(event, attributes).input : [],
  );
  yield messagesIn(attributes['gen_ai.prompt'], 'user');
  yield messagesIn(plain(attributes['input.value'] ?? attributes['traceloop.entity.input']), 'user');
}

function* outputs(attributes: JsonObject, events: Telemetry['events']): Generator<readonly Message[]> {
  yield messagesIn(attributes['gen_ai.output.messages'], 'assistant');
  yield messagesIn(unflattened(attributes, 'llm.output_messages'), 'assistant');
  yield messagesIn(unflattened(attributes, 'gen_ai.completion'), 'assistant');
  yield sdkAnswer(attributes);
  yield events.flatMap(({ name: event, attributes }) =>
    isMessageEvent(event) ? eventMessages(event, attributes).output : [],
  );
  yield messagesIn(attributes['gen_ai.completion'], 'assistant');
  yield messagesIn(plain(attributes['output.value'] ?? attributes['traceloop.entity.output']), 'assistant');
}

/** Messages of an event: of a span, or a log record whose body or attributes hold it. */
export function eventMessages(event: string, attributes: JsonObject): Exchange {
  const nobody: Exchange = { input: [], output: [] };
  switch (event) {
    case 'gen_ai.content.prompt':
      return { ...nobody, input: messagesIn(attributes['gen_ai.prompt'], 'user') };
    case 'gen_ai.content.completion':
      return { ...nobody, output: messagesIn(attributes['gen_ai.completion'], 'assistant') };
    case 'gen_ai.choice':
      return { ...nobody, output: [messageOf(unpacked(attributes), 'assistant')] };
    case 'gen_ai.client.inference.operation.details':
      return {
        input: messagesIn(attributes['gen_ai.input.messages'], 'user'),
        output: messagesIn(attributes['gen_ai.output.messages'], 'assistant'),
      };
    case 'gen_ai.user.message':
    case 'gen_ai.system.message':
    case 'gen_ai.assistant.message':
    case 'gen_ai.tool.message':
      return { ...nobody, input: [messageOf({ ...unpacked(attributes), role: event.split('.')[1]! }, 'user')] };
    default:
      return nobody;
  }
}

/** Events of a span hold objects as texts. */
function unpacked(attributes: JsonObject): JsonObject {
  const fields =
    isObject(attributes['gen_ai.event.content']) || typeof attributes['gen_ai.event.content'] === 'string'
      ? object(fromJson(attributes['gen_ai.event.content']))
      : attributes;
  return { ...fields, message: fromJson(fields['message']), tool_calls: fromJson(fields['tool_calls']) };
}

/** OpenInference's values and OpenLLMetry's: a text, the JSON of messages, or other JSON, which is shown unchanged. */
function plain(value: unknown): unknown {
  const parsed = fromJson(value);
  if (!isObject(parsed)) return parsed;
  if (Array.isArray(parsed['messages'])) return parsed;
  const only = Object.values(parsed).filter((field) => typeof field === 'string');
  return Object.keys(parsed).length === 1 && only.length === 1 ? only[0] : typeof value === 'string' ? [value] : [];
}

function sdkPrompt(prompt: unknown): unknown {
  const value = fromJson(prompt);
  return isObject(value) ? (value['messages'] ?? value['prompt']) : value;
}

function sdkAnswer(attributes: JsonObject): readonly Message[] {
  const calls = list(fromJson(attributes['ai.response.toolCalls']));
  const parts = messageOf({ content: attributes['ai.response.text'] ?? '', tool_calls: calls }, 'assistant').parts;
  const thinking = messagesIn(attributes['ai.response.reasoning'], 'assistant')
    .flatMap((message) => message.parts)
    .map((part): Part => (part.is === 'text' ? { is: 'thinking', text: part.text } : part));
  return parts.length + thinking.length === 0 ? [] : [{ role: 'assistant', parts: [...thinking, ...parts] }];
}

function firstOf(tries: Iterable<readonly Message[]>): readonly Message[] {
  for (const messages of tries) if (messages.some(({ parts }) => parts.length > 0)) return messages;
  return [];
}

export function modelOf({ attributes }: Telemetry): string | undefined {
  return [
    attributes['gen_ai.response.model'],
    attributes['gen_ai.request.model'],
    attributes['llm.model_name'],
    attributes['ai.model.id'],
  ]
    .map(name)
    .find((value) => value !== undefined);
}

/** Counted tokens include those read from the cache; ours do not. */
export function tokensOf({ attributes }: Telemetry): Tokens | undefined {
  const first = (...fields: readonly string[]) =>
    fields.map((field) => count(attributes[field])).find((value) => value !== undefined);
  const input = first(
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.token_count.prompt',
    'ai.usage.inputTokens',
    'ai.usage.promptTokens',
    'llm.usage.prompt_tokens',
  );
  const output = first(
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.token_count.completion',
    'ai.usage.outputTokens',
    'ai.usage.completionTokens',
    'llm.usage.completion_tokens',
  );
  if (input === undefined && output === undefined) return undefined;
  const read =
    first(
      'gen_ai.usage.cache_read.input_tokens',
      'gen_ai.usage.cache_read_input_tokens',
      'llm.token_count.prompt_details.cache_read',
      'ai.usage.cachedInputTokens',
    ) ?? 0;
  const write =
    first(
      'gen_ai.usage.cache_creation.input_tokens',
      'gen_ai.usage.cache_creation_input_tokens',
      'llm.token_count.prompt_details.cache_write',
    ) ?? 0;
  const all = input ?? 0;
  return {
    input: all >= read + write ? all - read - write : all,
    output: output ?? 0,
    cache_read: read,
    cache_write: write,
  };
}

/** The requested model, and the recorded cost: a session may use several models. */
export function paid(record: Telemetry): { readonly model: string | undefined; readonly usd: number | undefined } {
  const { attributes } = record;
  const usd = [attributes['gen_ai.usage.cost'], attributes['llm.cost.total'], attributes['gen_ai.usage.total_cost']]
    .map(amount)
    .find((value) => value !== undefined);
  return { model: modelOf(record)?.slice(0, 200), usd };
}

function amount(value: unknown): number | undefined {
  const usd = typeof value === 'string' ? Number(value) : value;
  return typeof usd === 'number' && Number.isFinite(usd) ? usd : undefined;
}
