import { list, name, number, object, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { outputText } from '../agent/output-text.ts';
import { ConversationContext, ConversationMemory } from '../reader/conversation.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Reader, SessionPatch } from '../source.ts';

type Context = ConversationContext;

export function ampReader(identity: Identity, state?: Json): Reader {
  const memory = new ConversationMemory().restore(state);
  const { session } = identity;
  const isSubagent = identity.root !== undefined;
  return {
    line: (line) =>
      readJsonLine(line, (record) => {
        if (record['role'] === undefined && 'created' in record)
          return readingOf({ sessions: factsOf(identity, record) });
        // A message is edited by taking it and what follows off the end.
        const key = `message:${number(record['messageId']) ?? line.number}.${line.number}`;
        const context = new ConversationContext({
          session,
          memory,
          key,
          at: timeOf(record),
          line: line.number,
          isSubagent,
        });
        if (message(context, record)) return readingOf(context);
        return unknownRecord((name(record['role']) ?? 'no role').slice(0, 100), undefined);
      }),
    state: () => memory.save(),
  };
}

function timeOf(record: JsonObject): number | undefined {
  const [meta, usage] = [object(record['meta']), object(record['usage'])];
  return number(meta['sentAt']) ?? time(usage['timestamp']) ?? time(meta['timestamp']);
}

function message(context: Context, record: JsonObject): boolean {
  switch (record['role']) {
    case 'user':
      user(context, record);
      return true;
    case 'assistant':
      assistant(context, record);
      return true;
    case 'info':
      info(context, record);
      return true;
    default:
      return false;
  }
}

/** Results of calls, and what a person typed. */
function user(context: Context, record: JsonObject): void {
  const parts = list(record['content']).map(object);
  for (const part of parts) if (part['type'] === 'tool_result') result(context, part);
  const words = parts.flatMap((part) => (part['type'] === 'text' ? (text(part['text']) ?? []) : [])).join('\n');
  context.prompt(context.key, words, context.isSubagent ? 'harness' : 'human');
}

function assistant(context: Context, record: JsonObject): void {
  const { key } = context;
  const usage = object(record['usage']);
  const count = (field: string) => Math.max(0, number(usage[field]) ?? 0);
  const tokens = {
    input: count('inputTokens'),
    output: count('outputTokens'),
    cache_read: count('cacheReadInputTokens'),
    cache_write: count('cacheCreationInputTokens'),
  };
  context.patchChanged({ model: name(usage['model']) });
  context.response(Object.values(tokens).some((value) => value > 0) ? { tokens } : undefined);
  for (const [index, part] of list(record['content']).map(object).entries()) {
    const own = `${key}:${index + 1}`;
    if (part['type'] === 'thinking') context.thinking(own, text(part['thinking']) ?? '');
    else if (part['type'] === 'text') context.message(own, text(part['text']) ?? '');
    else if (part['type'] === 'tool_use')
      context.call(own, { id: name(part['id']), tool: name(part['name']) ?? 'unknown', input: part['input'] ?? null });
  }
  context.flush();
  const state = object(record['state']);
  if (state['type'] === 'cancelled')
    context.emit(
      `${key}:cancelled`,
      { is: 'intervention', type: 'interrupt', text: 'Cancelled' },
      { role: 'user', parent: context.memory.turn },
    );
  if (state['type'] === 'error')
    context.requestFailed(`${key}:error`, text(object(state['error'])['message']) ?? 'The model gave no answer');
}

/** The context was summarised. */
function info(context: Context, record: JsonObject): void {
  const part = list(record['content'])
    .map(object)
    .find(({ type }) => type === 'summary');
  if (part) context.compacted(context.key, text(object(part['summary'])['summary']) ?? '');
}

function result(context: Context, part: JsonObject): void {
  const run = object(part['run']);
  const status = text(run['status']) ?? '';
  if (['in-progress', 'queued', 'blocked-on-user'].includes(status)) return;
  const answer = object(run['result']);
  const exitCode = number(answer['exitCode']);
  const error = text(object(run['error'])['message']);
  const failed = status === 'error' || (exitCode !== undefined && exitCode !== 0);
  context.result({
    id: name(part['toolUseID']),
    output: error ?? text(run['reason']) ?? outputText(run['result']),
    status:
      status === 'rejected-by-user' ? 'denied' : status === 'cancelled' ? 'interrupted' : failed ? 'failed' : 'ok',
    exitCode,
  });
}

function factsOf({ session }: Identity, record: JsonObject): readonly SessionPatch[] {
  const tree = object(list(object(object(record['env'])['initial'])['trees'])[0]);
  const uri = name(tree['uri']);
  const cwd = uri?.startsWith('file://') ? pathOf(uri) : undefined;
  const branch = name(object(tree['repository'])['ref'])?.replace(/^refs\/heads\//, '');
  const version = name(object(object(object(record['env'])['initial'])['platform'])['clientVersion']);
  const title = name(record['title']);
  return [
    {
      uid: session,
      ...(title !== undefined && { title }),
      ...(cwd !== undefined && { cwd }),
      ...(branch !== undefined && { branch }),
      ...(version !== undefined && { agentVersion: version }),
    },
  ];
}

function pathOf(uri: string): string | undefined {
  try {
    return decodeURIComponent(uri.slice('file://'.length)) || undefined;
  } catch {
    return undefined;
  }
}
