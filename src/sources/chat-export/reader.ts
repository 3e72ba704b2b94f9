import { isObject, list, name, number, object, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { outputText } from '../agent/output-text.ts';
import { argumentsOf } from '../arguments-of.ts';
import { ConversationContext, ConversationMemory } from '../reader/conversation.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Reader } from '../source.ts';

type Context = ConversationContext;

export function chatExportReader({ session }: Identity, state?: Json): Reader {
  const memory = new ConversationMemory().restore(state);
  return jsonLinesReader(memory, (record, line, { number: at }) => {
    const message = object(record['message']);
    const id = name(message['uuid']) ?? name(message['id']);
    const seconds = number(message['create_time']);
    const written = time(message['created_at']) ?? (seconds === undefined ? undefined : Math.round(seconds * 1000));
    const context = new ConversationContext({ session, memory, key: id ?? line, native: id, at: written, line: at });
    if (isObject(record['message']))
      return read(context, message) ? readingOf(context) : unknownRecord('message', undefined);
    if (record['chatExport'] === undefined) return unknownRecord('no message', undefined);
    context.patch({ title: name(record['title']) });
    return readingOf(context);
  });
}

function read(context: Context, message: JsonObject): boolean {
  const role = name(object(message['author'])['role']);
  return role === undefined ? ofClaude(context, message) : ofChatGpt(context, message, role);
}

/** claude.ai: `{sender, text, content: [parts]}`. */
function ofClaude(context: Context, message: JsonObject): boolean {
  const { key, native } = context;
  const parts = list(message['content']).map(object);
  const words = parts.flatMap((part) => (part['type'] === 'text' ? (text(part['text']) ?? []) : [])).join('\n');
  switch (message['sender']) {
    case 'human':
      context.prompt(key, words === '' ? (text(message['text']) ?? '') : words, 'human', native);
      return true;
    case 'assistant':
      context.response();
      if (parts.length === 0) context.message(key, text(message['text']) ?? '', native);
      for (const [index, part] of parts.entries()) partOfClaude(context, part, `${key}:${index + 1}`);
      return true;
    default:
      return false;
  }
}

/** Calls are answered inside the same message. Before they had ids, the last call is. */
function partOfClaude(context: Context, part: JsonObject, key: string): void {
  switch (part['type']) {
    case 'text':
      context.message(key, text(part['text']) ?? '');
      return;
    case 'thinking':
      context.thinking(key, text(part['thinking']) ?? '');
      return;
    case 'tool_use':
      context.call(key, {
        id: name(part['id']) ?? name(part['tool_use_id']),
        tool: name(part['name']) ?? 'unknown',
        input: part['input'] ?? null,
      });
      return;
    case 'tool_result':
      context.result({
        id: name(part['tool_use_id']) ?? context.memory.lastStep,
        output: outputText(part['content']),
        status: part['is_error'] === true ? 'failed' : 'ok',
      });
      return;
    default:
  }
}

/** ChatGPT: `{author: {role}, content: {content_type, parts}, recipient}`; what is sent to a tool is a call. */
function ofChatGpt(context: Context, message: JsonObject, role: string): boolean {
  const { key, native } = context;
  const content = object(message['content']);
  const metadata = object(message['metadata']);
  const words = list(content['parts'])
    .flatMap((part) => text(part) ?? text(object(part)['text']) ?? [])
    .join('\n');
  const whole = words === '' ? (text(content['text']) ?? '') : words;
  context.patchChanged({ model: name(metadata['model_slug']) });
  switch (role) {
    case 'user':
      if (metadata['is_visually_hidden_from_conversation'] !== true) context.prompt(key, whole, 'human', native);
      return true;
    case 'assistant': {
      const recipient = name(message['recipient']) ?? 'all';
      context.response();
      if (content['content_type'] === 'thoughts') context.thinking(key, thoughtsIn(content));
      else if (recipient === 'all') context.message(key, whole, native);
      else context.call(key, { tool: recipient, input: argumentsOf(whole) });
      return true;
    }
    case 'tool':
      context.result({
        id: context.memory.lastStep === context.memory.turn ? undefined : context.memory.lastStep,
        output: whole,
      });
      return true;
    default:
      return role === 'system';
  }
}

function thoughtsIn(content: JsonObject): string {
  return list(content['thoughts'])
    .flatMap((thought) => text(object(thought)['content']) ?? text(object(thought)['summary']) ?? [])
    .join('\n');
}
