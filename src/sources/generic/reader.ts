import { name, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { ConversationContext, ConversationMemory } from '../reader/conversation.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Line, Reader } from '../source.ts';
import { bodyOf, messageOf, tokensOf } from './message.ts';
import { timeOf } from './time.ts';

class GenericMemory extends ConversationMemory {
  /** Keys of calls without an id that wait for their results, in order. */
  waiting: string[] = [];
}

type Context = ConversationContext<GenericMemory>;

export function genericReader({ session }: Identity, state?: Json): Reader {
  const memory = new GenericMemory().restore(state);
  return {
    line(line) {
      if (line.within === undefined && /^\s*\[[\s,]*\]?\s*$/.test(line.text)) return { disposition: 'state' };
      return readJsonLine(line, (record, own) => {
        const body = bodyOf(record);
        if (!body && isFrame(line, record)) return readingOf({ sessions: factsOf(session, record) });
        if (!body) return unknownRecord((name(record['type']) ?? 'no role').slice(0, 100), undefined);
        const at = timeOf(record) ?? timeOf(body);
        const key = line.within === undefined ? own : `message:${line.number}`;
        const context = new ConversationContext({ session, memory, key, at, line: line.number });
        message(context, record, body);
        return readingOf(context);
      });
    },
    state: () => memory.save(),
  };
}

/** What is left of a document without its messages: facts, if there are any. */
function isFrame(line: Line, record: JsonObject): boolean {
  return line.within === undefined && ['messages', 'conversation', 'history'].some((field) => field in record);
}

function factsOf(session: Identity['session'], record: JsonObject) {
  const facts = {
    title: name(record['title']),
    cwd: name(record['cwd']) ?? name(record['working_directory']) ?? name(record['workspace']),
    model: name(record['model']),
  };
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return known.length > 0 ? [{ uid: session, ...Object.fromEntries(known) }] : [];
}

function message(context: Context, record: JsonObject, body: JsonObject): void {
  const { memory, key } = context;
  const { role, texts, thoughts, calls, results } = messageOf(body);
  context.patchChanged({ model: name(body['model']) ?? name(record['model']), cwd: name(record['cwd']) });
  for (const { id, output, failed } of results)
    context.result({ id: id ?? memory.waiting.shift(), output, ...(failed && { status: 'failed' as const }) });
  const words = texts.join('\n');
  if (role === 'user') context.prompt(key, words, 'human');
  if (role !== 'assistant') return;
  const tokens = tokensOf(record, body);
  context.response(tokens ? { tokens } : undefined);
  for (const [index, thought] of thoughts.entries()) context.thinking(`${key}:thinking${index + 1}`, thought);
  context.message(key, words);
  memory.waiting = [];
  for (const [index, call] of calls.slice(0, 200).entries()) {
    const own = `${key}:${index + 1}`;
    context.call(own, call);
    if (call.id === undefined && memory.waiting.length < 64) memory.waiting.push(own);
  }
  context.flush();
  if (text(body['error']) !== undefined) context.requestFailed(`${key}:error`, text(body['error']) ?? '');
}
