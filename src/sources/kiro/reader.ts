import { isObject, list, name, number, object, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { ConversationContext, ConversationMemory } from '../reader/conversation.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Reader } from '../source.ts';

type Context = ConversationContext;

export function kiroReader({ session }: Identity, state?: Json): Reader {
  const memory = new ConversationMemory().restore(state);
  return jsonLinesReader(memory, (record, key, line) => {
    const context = new ConversationContext({ session, memory, key, at: timeOf(record), line: line.number });
    if (read(context, record)) return readingOf(context);
    const payload = object(record['payload']);
    const kind = name(record['kind']) ?? name(payload['type']) ?? 'no kind';
    return unknownRecord(kind.slice(0, 100), undefined);
  });
}

function read(context: Context, record: JsonObject): boolean {
  if (record['kiro'] === 'conversation') {
    const model = record['model'];
    const named = isObject(model) ? (name(model['model_id']) ?? name(model['model_name'])) : name(model);
    context.patchChanged({ cwd: name(record['folder']), model: named });
    return true;
  }
  if ('turn' in record) return turn(context, record['turn']);
  if (isObject(record['payload'])) return event(context, record['payload']);
  if ('session_state' in record || 'modelId' in record) {
    facts(context, record);
    return true;
  }
  return message(context, record);
}

/** A turn of a conversation in the database: what the model got, and what it answered. */
function turn(context: Context, turn: unknown): boolean {
  // Older versions: a pair instead of an object.
  const [asked, answered] = Array.isArray(turn) ? turn : [object(turn)['user'], object(turn)['assistant']];
  const { key } = context;
  const content = object(object(asked)['content']);
  const typed = text(object(content['Prompt'])['prompt']);
  for (const answers of ['ToolUseResults', 'CancelledToolUses'].map((kind) => object(content[kind]))) {
    for (const result of list(answers['tool_use_results']).map(object))
      answer(context, name(result['tool_use_id']), result['content'], result['status']);
    if (text(answers['prompt'])) context.prompt(`${key}:prompt`, text(answers['prompt']) ?? '', 'human');
  }
  if (typed !== undefined) context.prompt(`${key}:prompt`, typed, 'human');
  const [use, response] = [object(object(answered)['ToolUse']), object(object(answered)['Response'])];
  context.response();
  context.message(key, text(use['content']) ?? text(response['content']) ?? '');
  for (const [index, call] of list(use['tool_uses']).map(object).entries())
    context.call(`${key}:${index + 1}`, {
      id: name(call['id']),
      tool: name(call['name']) ?? 'unknown',
      input: call['args'] ?? null,
    });
  return isObject(asked) || isObject(answered);
}

/** `sessions/cli`: messages. */
function message(context: Context, record: JsonObject): boolean {
  const data = object(record['data']);
  const parts = list(data['content']).map(object);
  const id = name(data['message_id']);
  const key = id ?? context.key;
  const words = parts.flatMap((part) => (part['kind'] === 'text' ? (text(part['data']) ?? []) : [])).join('\n');
  switch (record['kind']) {
    case 'Prompt':
      context.prompt(key, words, 'human', id);
      return true;
    case 'AssistantMessage':
      context.response();
      context.message(key, words, id);
      for (const [index, part] of parts.entries()) {
        if (part['kind'] !== 'toolUse') continue;
        const call = object(part['data']);
        context.call(`${key}:${index + 1}`, {
          id: name(call['toolUseId']),
          tool: name(call['name']) ?? 'unknown',
          input: call['input'] ?? null,
        });
      }
      return true;
    case 'ToolResults':
      for (const part of parts) {
        const result = object(part['data']);
        if (part['kind'] === 'toolResult')
          answer(context, name(result['toolUseId']), result['content'], result['status']);
      }
      return true;
    case 'Compaction':
      context.compacted(key, text(data['summary']) ?? '');
      return true;
    default:
      return false;
  }
}

/** `sessions/<workspace>`: events. */
function event(context: Context, payload: JsonObject): boolean {
  const { key } = context;
  switch (payload['type']) {
    case 'user':
      context.prompt(key, text(payload['content']) ?? '', 'human');
      return true;
    case 'assistant':
      context.response();
      if (payload['operationType'] === undefined || payload['operationType'] === 'Say')
        context.message(key, text(payload['content']) ?? '');
      else context.thinking(key, text(payload['content']) ?? '');
      return true;
    case 'tool_call':
      context.call(key, {
        id: name(payload['toolCallId']),
        tool: name(payload['toolName']) ?? 'unknown',
        input: payload['args'] ?? null,
      });
      return true;
    case 'tool_result':
      answer(
        context,
        name(payload['toolCallId']),
        payload['content'],
        payload['success'] === false ? 'error' : 'success',
      );
      return true;
    case 'usage_summary':
      return true;
    default:
      return false;
  }
}

function answer(context: Context, id: string | undefined, content: unknown, status: unknown): void {
  const code = list(content)
    .map((part) =>
      number(Number(object(object(object(part)['Json'] ?? object(part)['data']))['exit_status'] ?? Number.NaN)),
    )
    .find((value) => value !== undefined);
  const failed = /^(?:error|failed|cancelled)$/i.test(text(status) ?? '') || (code !== undefined && code !== 0);
  context.result({ id, output: outputOf(content), status: failed ? 'failed' : 'ok', exitCode: code });
}

/** `{Text}` and `{Json}` in the database, `{kind, data}` in files; a shell's output is JSON with its streams. */
function outputOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map(object)
    .map((part) => {
      const value = part['Text'] ?? part['Json'] ?? part['data'];
      if (typeof value === 'string') return value;
      const streams = [object(value)['stdout'], object(value)['stderr']].flatMap((stream) => text(stream) ?? []);
      return streams.length > 0 ? streams.filter((stream) => stream !== '').join('\n') : JSON.stringify(value ?? part);
    })
    .join('\n');
}

function facts(context: Context, record: JsonObject): void {
  const model = object(object(object(record['session_state'])['rts_model_state'])['model_info']);
  context.patch({
    cwd: name(record['cwd']) ?? name(record['workspacePath']),
    title: name(record['title']),
    model: name(record['modelId']) ?? name(model['model_id']),
  });
}

/** Where a record has a time at all: seconds in a prompt, ISO in an event, in a turn when it was typed and answered. */
function timeOf(record: JsonObject): number | undefined {
  const stamp = record['timestamp'];
  const seconds = number(object(object(record['data'])['meta'])['timestamp']);
  const turn = object(record['turn']);
  const ended = number(object(turn['request_metadata'])['request_start_timestamp_ms']);
  return (
    time(stamp) ??
    (number(stamp) === undefined ? undefined : Math.round(number(stamp)!)) ??
    (seconds === undefined ? undefined : Math.round(seconds * 1000)) ??
    time(object(turn['user'])['timestamp']) ??
    ended
  );
}
