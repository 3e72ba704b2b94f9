import { name, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { BoundedMap } from '../reader/bounded.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';
import { RecordContext } from '../reader/record-context.ts';
import type { Identity, Json, Reader, Reading } from '../source.ts';
import { callsOf, isMessage } from './record.ts';

class GrokCliMemory extends ReaderMemory {
  /** Keys of the calls that have no result yet, by the id the model gave them. */
  readonly calls = new BoundedMap<string>(64);
}

type GrokCliContext = RecordContext<GrokCliMemory>;

export function grokCliReader({ session }: Identity, state?: Json): Reader {
  const memory = new GrokCliMemory().restore(state);
  return jsonLinesReader(memory, (record, key) => read(new RecordContext({ session, memory, key }), record));
}

function read(context: GrokCliContext, record: JsonObject): Reading {
  if (!isMessage(record)) return unknownRecord((name(record['role']) ?? 'no role').slice(0, 100), undefined);
  const content = text(record['content']) ?? '';
  switch (record['role']) {
    case 'user':
      prompt(context, content);
      break;
    case 'assistant':
      answer(context, record, content);
      break;
    case 'tool':
      result(context, record, content);
      break;
    default:
  }
  return readingOf(context);
}

function prompt(context: GrokCliContext, content: string): void {
  const { memory, key } = context;
  memory.turn = key;
  if (content.trim() !== '') context.emit(key, { is: 'prompt', text: content, origin: 'human' }, { role: 'user' });
}

function answer(context: GrokCliContext, record: JsonObject, content: string): void {
  const { memory, key } = context;
  // Printed by the program when the model wrote nothing.
  const hasText = content.trim() !== '' && content !== 'Using tools to help you...';
  if (hasText) context.emit(key, { is: 'message', text: content }, { role: 'assistant', parent: memory.turn });
  for (const [index, { id, tool, input }] of callsOf(record).entries()) {
    const own = `${key}:${index + 1}`;
    const parent = hasText ? key : memory.turn;
    context.emit(own, { is: 'call', tool, input }, { native: id, role: 'assistant', parent });
    if (id !== undefined) memory.calls.set(id, own);
  }
}

function result(context: GrokCliContext, record: JsonObject, output: string): void {
  const { memory, key } = context;
  const id = name(record['tool_call_id']) ?? '';
  const call = memory.calls.get(id);
  memory.calls.delete(id);
  const status = failures.test(output) ? ({ status: 'failed' } as const) : {};
  context.emit(key, { is: 'result', call: call ?? id, output, ...status }, { role: 'tool', parent: call });
}

/** There is no exit code and no failure flag: only the tools' own messages. */
const failures =
  /^(?:Command failed: |File (?:or directory )?not found: |String not found in file|Error |Tool execution error|Unknown tool: )/;
