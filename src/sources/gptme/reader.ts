import { name, number, object, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { ConversationContext, ConversationMemory } from '../reader/conversation.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Reader } from '../source.ts';
import { answerIn } from './calls.ts';
import type { ConversationIdentity } from './identity.ts';

class GptmeMemory extends ConversationMemory {
  /** Keys of calls without an id that wait for their results, in order. */
  waiting: string[] = [];
}

type Context = ConversationContext<GptmeMemory>;

export function gptmeReader(identity: Identity, state?: Json): Reader {
  const memory = new GptmeMemory().restore(state);
  const { session, title }: ConversationIdentity = identity;
  return jsonLinesReader(memory, (record, key, line) => {
    const context = new ConversationContext({ session, memory, key, at: timeOf(record), line: line.number });
    context.patchChanged({ title: memory.title === undefined ? title : undefined });
    if (message(context, record)) return readingOf(context);
    return unknownRecord((name(record['role']) ?? 'no role').slice(0, 100), undefined);
  });
}

/** Local time without its zone before 0.2x; with it since. It is read as this machine's. */
function timeOf(record: JsonObject): number | undefined {
  return time(record['timestamp']);
}

function message(context: Context, record: JsonObject): boolean {
  const content = text(record['content']) ?? '';
  switch (record['role']) {
    case 'user':
      context.memory.waiting = [];
      // The program itself asks whether the model has finished.
      context.prompt(context.key, content, content.startsWith('<system>') ? 'harness' : 'human');
      return true;
    case 'assistant':
      assistant(context, record, content);
      return true;
    case 'system':
      result(context, record, content);
      return true;
    default:
      return false;
  }
}

function assistant(context: Context, record: JsonObject, content: string): void {
  const { memory, key } = context;
  const metadata = object(record['metadata']);
  const used = object(metadata['usage']);
  const count = (field: string) => Math.max(0, number(used[field]) ?? 0);
  const tokens = {
    input: count('input_tokens'),
    output: count('output_tokens'),
    cache_read: count('cache_read_tokens'),
    cache_write: count('cache_creation_tokens'),
  };
  const isUsed = Object.values(tokens).some((value) => value > 0);
  context.patchChanged({ model: name(metadata['served_model']) ?? name(metadata['model']) });
  context.response(isUsed ? { tokens, usd: number(metadata['cost']) } : undefined);
  const { thoughts, words, calls } = answerIn(content);
  for (const [index, thought] of thoughts.entries()) context.thinking(`${key}:thinking${index + 1}`, thought);
  context.message(key, words);
  memory.waiting = [];
  for (const [index, call] of calls.slice(0, 100).entries()) {
    const own = `${key}:${index + 1}`;
    context.call(own, call);
    if (call.id === undefined) memory.waiting.push(own);
  }
  context.flush();
}

/** Results are messages of the system: by the id of their call, or the next one after a block of code. */
function result(context: Context, record: JsonObject, content: string): void {
  const { memory } = context;
  const id = name(record['call_id']);
  const where = /^\*\*Working Directory:\*\* (\/.{0,400})$/m.exec(content.slice(0, 4_000))?.[1];
  if (memory.cwd === undefined && memory.turn === undefined) context.patchChanged({ cwd: where });
  const call = id ?? (record['hide'] === true || record['pinned'] === true ? undefined : memory.waiting.shift());
  if (call === undefined) return;
  const exitCode = /\nReturn code: (\d{1,3})\s*$/.exec(content.slice(-200))?.[1];
  const failed =
    /^(?:Error during execution: |Error: |File not found: |Tool '[^']*' is not available)/.test(content) ||
    (exitCode !== undefined && exitCode !== '0');
  context.result({
    id: call,
    output: content,
    ...(failed && { status: 'failed' as const }),
    exitCode: exitCode === undefined ? undefined : Number(exitCode),
  });
}
