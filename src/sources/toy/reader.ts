import { name, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';
import { RecordContext } from '../reader/record-context.ts';
import type { Identity, Json, Reader, Reading } from '../source.ts';

export function toyReader({ session }: Identity, state?: Json): Reader {
  const memory = new ReaderMemory().restore(state);
  return jsonLinesReader(memory, (record, key) => read(new RecordContext({ session, memory, key }), record));
}

function read(context: RecordContext, record: JsonObject): Reading {
  const { memory, key } = context;
  const [asked, command, output] = ['asked', 'ran', 'printed'].map((field) => text(record[field]));
  if (asked !== undefined) {
    memory.turn = key;
    context.emit(key, { is: 'prompt', text: asked, origin: 'human' }, { role: 'user' });
  } else if (command !== undefined) {
    context.emit(key, { is: 'call', tool: 'sh', input: { command } }, { role: 'assistant', parent: memory.turn });
    context.emit(`${key}:result`, { is: 'result', call: key, output: output ?? '' }, { role: 'tool', parent: key });
  } else if (name(record['toy']) === undefined) {
    return unknownRecord('no toy', undefined);
  }
  return readingOf(context);
}
