import { isObject, name, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Line, Reader, Reading } from '../source.ts';
import { assistant, thinking } from './assistant.ts';
import { summarised } from './compaction.ts';
import { readDevData } from './dev-data.ts';
import { ContinueMemory } from './memory.ts';
import { ContinueContext } from './record-context.ts';
import { statesOf, wordsOf } from './record.ts';
import type { Rec } from './record.ts';
import { toolMessage } from './results.ts';
import { created, factsOf } from './session-facts.ts';
import { user } from './user.ts';

export function continueReader(identity: Identity, state?: Json): Reader {
  if (identity.secondary) return { line: (line) => readDevData(identity, line), state: () => null };
  const memory = new ContinueMemory().restore(state);
  return jsonLinesReader(memory, (record, name, line) => readRecord(identity, memory, line, record, name));
}

function readRecord(
  identity: Identity,
  memory: ContinueMemory,
  line: Line,
  record: JsonObject,
  place: string,
): Reading {
  if (line.within === undefined && !('message' in record))
    return readingOf({ sessions: factsOf(identity.session, record) });
  const message = object(record['message']);
  const calls = statesOf(record).map((state) => name(state['toolCallId']) ?? '');
  memory.lengthen(String(message['role']), wordsOf(message['content']), ...calls);
  if (calls.length > 0) memory.hasCalled = true;
  const id = name(message['id']);
  const key = id ?? `item:${memory.chain}`;
  const native = id ?? (memory.hasCalled ? key : place);
  const context = new ContinueContext({ session: identity.session, memory, key, native });
  if (line.number === 1) created(context, identity.begun);
  const isKnown = isObject(record['message']) && read(context, record, message);
  if (isKnown) summarised(context, record);
  return isKnown ? readingOf(context) : unknownRecord(`item/${name(message['role']) ?? 'no role'}`, undefined);
}

function read(context: ContinueContext, item: Rec, message: JsonObject): boolean {
  switch (message['role']) {
    case 'user':
      return user(context, message);
    case 'assistant':
      return assistant(context, item, message);
    case 'thinking':
      return thinking(context, message);
    case 'tool':
      return toolMessage(context, message);
    case 'system':
      return true;
    default:
      return false;
  }
}
