import { argumentsOf } from '../arguments-of.ts';
import { isObject, list, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { Tokens } from '../../model/event.ts';

export type Role = 'user' | 'assistant' | 'tool' | 'system';

/** A message in one shape, whichever API it was written for. */
export interface Message {
  readonly role: Role;
  readonly texts: readonly string[];
  readonly thoughts: readonly string[];
  readonly calls: readonly { readonly id?: string; readonly tool: string; readonly input: unknown }[];
  readonly results: readonly { readonly id?: string; readonly output: string; readonly failed?: boolean }[];
}

const roles: Readonly<Record<string, Role>> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  model: 'assistant',
  tool: 'tool',
  function: 'tool',
  system: 'system',
  developer: 'system',
};

/** `{role, content}`, or `{message: {role, content}}`; undefined when it is neither. */
export function bodyOf(record: JsonObject): JsonObject | undefined {
  const body = isObject(record['message']) && record['role'] === undefined ? record['message'] : record;
  const hasContent = ['content', 'parts', 'tool_calls', 'text'].some((field) => {
    const value = body[field];
    return typeof value === 'string' || Array.isArray(value);
  });
  return roleOf(body) !== undefined && hasContent ? body : undefined;
}

export function roleOf(body: JsonObject): Role | undefined {
  const role = text(body['role']) ?? '';
  return Object.hasOwn(roles, role) ? roles[role] : undefined;
}

export function messageOf(body: JsonObject): Message {
  const parts = partsOf(body['content'] ?? body['parts'] ?? body['text']);
  const role = roleOf(body) ?? 'system';
  const thought = text(body['reasoning_content']) ?? text(body['reasoning']) ?? text(body['thinking']);
  const words = parts.flatMap((part) => (isText(part) ? (text(part['text']) ?? text(part['content']) ?? []) : []));
  const isResult = role === 'tool';
  return {
    role,
    texts: isResult ? [] : words,
    thoughts: [
      ...(thought === undefined ? [] : [thought]),
      ...parts.flatMap((part) =>
        part['type'] === 'thinking' || part['type'] === 'reasoning'
          ? (text(part['thinking']) ?? text(part['text']) ?? [])
          : [],
      ),
    ],
    calls: [...list(body['tool_calls']), ...(isObject(body['function_call']) ? [body['function_call']] : [])]
      .map(object)
      .map(apiCall)
      .concat(parts.filter(isCall).map(partCall)),
    results: [
      ...(isResult
        ? [
            {
              ...idOf(name(body['tool_call_id']) ?? name(body['call_id']) ?? name(body['id'])),
              output: words.join('\n'),
              ...(body['is_error'] === true && { failed: true }),
            },
          ]
        : []),
      ...parts.filter(({ type }) => type === 'tool_result').map(partResult),
    ],
  };
}

/** What a response used, in the names of either API. */
export function tokensOf(record: JsonObject, body: JsonObject): Tokens | undefined {
  const usage = object(body['usage'] ?? record['usage']);
  const count = (...fields: readonly string[]) =>
    Math.max(0, fields.map((field) => number(usage[field])).find((value) => value !== undefined) ?? 0);
  const cached = number(object(usage['prompt_tokens_details'])['cached_tokens']) ?? 0;
  const asked = count('input_tokens', 'prompt_tokens', 'input');
  const isPartOfIt = usage['prompt_tokens'] !== undefined && cached > 0;
  const tokens: Tokens = {
    input: isPartOfIt ? Math.max(0, asked - cached) : asked,
    output: count('output_tokens', 'completion_tokens', 'output'),
    cache_read: isPartOfIt ? Math.min(asked, cached) : count('cache_read_input_tokens', 'cache_read'),
    cache_write: count('cache_creation_input_tokens', 'cache_write'),
  };
  return Object.values(tokens).some((value) => value > 0) ? tokens : undefined;
}

function partsOf(content: unknown): readonly JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return list(content).map((part) => (typeof part === 'string' ? { type: 'text', text: part } : object(part)));
}

const textTypes: ReadonlySet<unknown> = new Set([undefined, 'text', 'input_text', 'output_text']);

function isText(part: JsonObject): boolean {
  return textTypes.has(part['type']);
}

function isCall({ type }: JsonObject): boolean {
  return type === 'tool_use' || type === 'tool_call' || type === 'toolCall';
}

function apiCall(call: JsonObject) {
  const asked = isObject(call['function']) ? call['function'] : call;
  return {
    ...idOf(name(call['id'])),
    tool: name(asked['name']) ?? 'unknown',
    input: argumentsOf(asked['arguments'] ?? asked['args'] ?? asked['input']),
  };
}

function partCall(part: JsonObject) {
  return {
    ...idOf(name(part['id']) ?? name(part['toolCallId'])),
    tool: name(part['name']) ?? name(part['toolName']) ?? 'unknown',
    input: argumentsOf(part['input'] ?? part['arguments'] ?? part['args']),
  };
}

function partResult(part: JsonObject) {
  const output = partsOf(part['content'])
    .flatMap((each) => text(each['text']) ?? [])
    .join('\n');
  return {
    ...idOf(name(part['tool_use_id']) ?? name(part['toolCallId'])),
    output,
    ...(part['is_error'] === true && { failed: true }),
  };
}

function idOf(id: string | undefined): { readonly id?: string } {
  return id === undefined ? {} : { id };
}
