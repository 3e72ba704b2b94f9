import { isObject, list, name, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { argumentsOf, fromJson } from '../../agent/telemetry/fields.ts';

/** A message to or from a model, in any of the conventions. */
export interface Message {
  readonly role: string;
  readonly parts: readonly Part[];
}

export type Part =
  | { readonly is: 'text' | 'thinking'; readonly text: string }
  | { readonly is: 'call'; readonly id: string | undefined; readonly tool: string; readonly input: unknown }
  | { readonly is: 'result'; readonly id: string | undefined; readonly output: string };

/** A list of messages, or the JSON of one; a plain text is one message. */
export function messagesIn(written: unknown, role: string): readonly Message[] {
  const value = fromJson(written);
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ role, parts: [{ is: 'text', text: value }] }];
  if (isObject(value))
    return Array.isArray(value['messages']) ? messagesIn(value['messages'], role) : [messageOf(value, role)];
  return list(value).flatMap((entry) =>
    typeof entry === 'string' ? messagesIn(entry, role) : isObject(entry) ? [messageOf(entry, role)] : [],
  );
}

export function messageOf(written: JsonObject, role: string): Message {
  const message = isObject(written['message']) ? written['message'] : written;
  const stated = name(message['role']) ?? role;
  const calls = list(message['tool_calls']).flatMap(callsOf);
  const id = name(message['tool_call_id']) ?? name(message['id']);
  const content = [...list(message['parts']), ...contentOf(message['content']), ...list(message['contents'])].flatMap(
    (part) => partsOf(part),
  );
  // The message of a tool: its text is the result.
  const parts =
    stated === 'tool'
      ? content.map((part): Part => (part.is === 'text' ? { is: 'result', id, output: part.text } : part))
      : content;
  return { role: stated === 'model' ? 'assistant' : stated, parts: [...parts, ...calls] };
}

function contentOf(content: unknown): readonly unknown[] {
  const value = typeof content === 'string' ? content : fromJson(content);
  return typeof value === 'string' ? [{ type: 'text', text: value }] : isObject(value) ? [value] : list(value);
}

function partsOf(written: unknown): readonly Part[] {
  if (typeof written === 'string') return words('text', written);
  const outer = object(written);
  const part = isObject(outer['message_content']) ? outer['message_content'] : outer;
  const type = name(part['type']) ?? 'text';
  const id = name(part['id']) ?? name(part['tool_use_id']) ?? name(part['toolCallId']) ?? name(part['call_id']);
  switch (type) {
    case 'text':
    case 'output_text':
    case 'input_text':
      return words('text', part['content'] ?? part['text']);
    case 'reasoning':
    case 'thinking':
      return words('thinking', part['content'] ?? part['thinking'] ?? part['text']);
    case 'tool_call':
    case 'tool_use':
    case 'tool-call':
      return [
        {
          is: 'call',
          id,
          tool: name(part['name']) ?? name(part['toolName']) ?? 'unknown',
          input: argumentsOf(part['arguments'] ?? part['input'] ?? part['args']) ?? {},
        },
      ];
    case 'tool_call_response':
    case 'tool_result':
    case 'tool-result':
      return [
        {
          is: 'result',
          id,
          output: outputText(part['response'] ?? part['result'] ?? part['output'] ?? part['content']),
        },
      ];
    default:
      return [];
  }
}

function callsOf(written: unknown): readonly Part[] {
  const outer = object(fromJson(written));
  const call = isObject(outer['tool_call']) ? outer['tool_call'] : outer;
  const made = isObject(call['function']) ? call['function'] : call;
  const tool = name(made['name']) ?? name(made['toolName']);
  if (tool === undefined) return [];
  return [
    {
      is: 'call',
      id: name(call['id']) ?? name(call['toolCallId']),
      tool,
      input: argumentsOf(made['arguments'] ?? made['input'] ?? made['args']) ?? {},
    },
  ];
}

function words(is: 'text' | 'thinking', value: unknown): readonly Part[] {
  const stated = text(value);
  return stated === undefined || stated.trim() === '' ? [] : [{ is, text: stated }];
}

/** The last text. */
export function lastText(messages: readonly Message[]): string {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.is === 'text' ? [part.text] : []))).at(-1) ?? '';
}

/** A tool's result as text. */
export function outputText(value: unknown): string {
  const stated = fromJson(value);
  if (typeof stated === 'string') return stated;
  if (stated === undefined || stated === null) return '';
  const inner = isObject(stated)
    ? [stated['output'], stated['text'], stated['content'], stated['result']].find((field) => typeof field === 'string')
    : undefined;
  if (typeof inner === 'string') return inner;
  const texts = list(stated).map((part) => text(object(part)['text']) ?? text(object(part)['content']));
  return texts.length > 0 && texts.every((part) => part !== undefined) ? texts.join('\n') : JSON.stringify(stated);
}
