import { isObject, name, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Line, Reader, Reading } from '../source.ts';
import { assistant, thinking } from './assistant.ts';
import { summarised } from './compaction.ts';
import { readDevData } from './dev-data.ts';
import { fromJson, lengthen, newMemory, toJson } from './memory.ts';
import type { Memory } from './memory.ts';
import type { Page } from './page.ts';
import { statesOf, wordsOf } from './record.ts';
import type { Rec } from './record.ts';
import { toolMessage } from './results.ts';
import { created, factsOf } from './session-facts.ts';
import { user } from './user.ts';

export function continueReader(identity: Identity, state?: Json): Reader {
  if (identity.beside) return { line: (line) => readDevData(identity, line), state: () => null };
  const memory = state ? fromJson(state) : newMemory();
  return {
    line: (line) => readJsonLine(line, (record, name) => readRecord(identity, memory, line, record, name)),
    state: () => toJson(memory),
  };
}

function readRecord(identity: Identity, memory: Memory, line: Line, record: JsonObject, place: string): Reading {
  if (line.within === undefined && !('message' in record))
    return readingOf({ sessions: factsOf(identity.session, record) });
  const message = object(record['message']);
  const calls = statesOf(record).map((state) => name(state['toolCallId']) ?? '');
  lengthen(memory, String(message['role']), wordsOf(message['content']), ...calls);
  if (calls.length > 0) memory.hasCalled = true;
  const id = name(message['id']);
  const key = id ?? `item:${memory.chain}`;
  const native = id ?? (memory.hasCalled ? key : place);
  const page: Page = { session: identity.session, memory, key, native, drafts: [], links: [], sessions: [] };
  if (line.number === 1) created(page, identity.begun);
  const isKnown = isObject(record['message']) && read(page, record, message);
  if (isKnown) summarised(page, record);
  return isKnown ? readingOf(page) : unknownRecord(`item/${name(message['role']) ?? 'no role'}`, undefined);
}

function read(page: Page, item: Rec, message: JsonObject): boolean {
  switch (message['role']) {
    case 'user':
      return user(page, message);
    case 'assistant':
      return assistant(page, item, message);
    case 'thinking':
      return thinking(page, message);
    case 'tool':
      return toolMessage(page, message);
    case 'system':
      return true;
    default:
      return false;
  }
}
