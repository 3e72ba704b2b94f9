import { isObject, list, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { argumentsOf } from '../arguments-of.ts';
import { ConversationContext, ConversationMemory } from '../reader/conversation.ts';
import { jsonLinesReader, readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Reader, SessionPatch } from '../source.ts';
import { message } from './messages.ts';
import { readable } from './record.ts';

class VibeMemory extends ConversationMemory {
  /** When the last tool was started. */
  began?: number;
}

type Context = ConversationContext<VibeMemory>;

export function vibeReader(identity: Identity, state?: Json): Reader {
  const memory = new VibeMemory().restore(state);
  const { session } = identity;
  const lines = jsonLinesReader(memory, (record, key, line) => {
    const payload = object(record['payload']);
    const input = object(payload['input']);
    const at = number(object(input['determinism'])['time_unix_ms']);
    const isSubagent = identity.root !== undefined;
    const context = new ConversationContext({ session, memory, key, at, line: line.number, isSubagent });
    if (memory.cwd === undefined && identity.cwd !== undefined) context.patchChanged({ cwd: identity.cwd });
    const known = 'role' in record ? message(context, record) : journal(context, record, payload, input);
    if (!known && context.drafts.length === 0)
      return unknownRecord((name(record['type']) ?? name(record['role']) ?? 'no type').slice(0, 100), undefined);
    return readingOf(context);
  });
  return {
    line: (line) =>
      /^\s*\{\s*"session_id"/.test(line.text)
        ? readJsonLine(line, (record) => readingOf({ sessions: factsOf(identity, record) }))
        : lines.line(line),
    state: () => lines.state(),
  };
}

/** `core_input` is everything that entered the session, with its time; other records repeat it or prepare it. */
function journal(context: Context, record: JsonObject, payload: JsonObject, input: JsonObject): boolean {
  switch (record['type']) {
    case 'core_input':
      return entered(context, object(input['command']));
    case 'action_intent':
    case 'action_result':
    case 'command_reserved':
    case 'receipt_succeeded':
    case 'receipt_failed':
    case 'projection_delta':
      return isObject(payload);
    default:
      return false;
  }
}

function entered(context: Context, command: JsonObject): boolean {
  const { key, memory } = context;
  switch (command['type']) {
    case 'user_message':
      context.prompt(
        key,
        readable(command['content']),
        context.isSubagent ? 'harness' : 'human',
        name(command['turn_id']),
      );
      return true;
    case 'completion_succeeded':
      response(context, name(command['action_id']) ?? key, object(command['result']));
      return true;
    case 'completion_failed': {
      const error = object(command['error'] ?? object(command['result'])['error']);
      context.requestFailed(key, text(error['message']) ?? 'The model gave no answer');
      return true;
    }
    case 'tool_succeeded':
    case 'tool_failed':
      result(context, name(command['call_id']), object(command['result']));
      return true;
    default:
      if (context.at !== undefined) memory.began = context.at;
      return text(command['type'])?.startsWith('hook_') === true;
  }
}

function response(context: Context, id: string, { parts, usage }: JsonObject): void {
  const used = object(usage);
  const cached = Math.max(0, number(used['cached_input_tokens']) ?? 0);
  const all = Math.max(0, number(used['input_tokens']) ?? 0);
  const output = Math.max(0, number(used['output_tokens']) ?? 0);
  const tokens = { input: Math.max(0, all - cached), output, cache_read: Math.min(all, cached), cache_write: 0 };
  context.response(all + output > 0 ? { tokens } : undefined);
  for (const [index, part] of list(parts).map(object).entries()) {
    const key = `${id}:${index + 1}`;
    switch (part['type']) {
      case 'reasoning':
        context.thinking(key, readable(part['content']));
        break;
      case 'tool_call':
        context.call(key, {
          id: name(part['id']),
          tool: name(part['name']) ?? 'unknown',
          input: argumentsOf(part['arguments_json']),
        });
        break;
      default:
        context.message(key, readable([part]), key);
    }
  }
  context.flush();
  context.setFailed(false);
  if (context.at !== undefined) context.memory.began = context.at;
}

/** A tool answers with fields of its own; the model gets them as JSON. */
function result(context: Context, id: string | undefined, result: JsonObject): void {
  const { memory } = context;
  const fields = object(result['structured_content']);
  const code = number(fields['returncode']);
  const error = text(object(result['error'])['message']);
  const failed = result['type'] === 'failure' || (code !== undefined && code !== 0);
  context.result({
    id,
    output: error ?? outputOf(fields) ?? readable(result['content']),
    status: failed ? 'failed' : 'ok',
    exitCode: code,
    durationMs: memory.began === undefined || context.at === undefined ? undefined : context.at - memory.began,
  });
}

function outputOf(fields: JsonObject): string | undefined {
  const streams = [text(fields['stdout']), text(fields['stderr'])].filter((stream) => stream !== undefined);
  if (streams.length > 0) return streams.filter((stream) => stream !== '').join('\n');
  const content = text(fields['content']);
  if (content !== undefined) return content;
  return Object.keys(fields).length > 0 ? JSON.stringify(fields) : undefined;
}

function factsOf({ session }: Identity, record: JsonObject): readonly SessionPatch[] {
  const cwd = name(object(record['environment'])['working_directory']);
  const source = name(record['title_source']) ?? 'auto';
  const config = object(record['config']);
  const title = name(record['title']);
  const branch = name(record['git_branch']);
  const model = name(config['model_name']) ?? name(config['active_model']);
  return [
    {
      uid: session,
      ...(cwd !== undefined && { cwd }),
      ...(branch !== undefined && { branch }),
      ...(model !== undefined && { model }),
      ...(title !== undefined && (source === 'auto' ? { title } : { customTitle: title })),
    },
  ];
}
