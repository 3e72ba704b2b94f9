import { name, time } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../../reader/json-lines.ts';
import type { Identity, Json, Reader, Reading } from '../../source.ts';
import { assistant } from './assistant.ts';
import { emitSessionFacts } from './session-facts.ts';
import { eventAbove, placed } from './lineage.ts';
import { QwenMemory } from './memory.ts';
import { QwenContext } from './record-context.ts';
import { kindOf } from './record.ts';
import { toolResult } from './results.ts';
import { system } from './system.ts';
import { emitMeasured } from './measured-responses.ts';
import { user } from './user.ts';

export function qwenReader(identity: Identity, state?: Json): Reader {
  const memory = new QwenMemory().restore(state);
  return jsonLinesReader(memory, (record, name, { number }) => readRecord(identity, memory, record, { name, number }));
}

function readRecord(
  identity: Identity,
  memory: QwenMemory,
  record: JsonObject,
  line: { readonly name: string; readonly number: number },
): Reading {
  const context = new QwenContext({
    session: identity.session,
    memory,
    key: name(record['uuid']) ?? line.name,
    at: time(record['timestamp']),
    line: line.number,
    isSubagent: identity.root !== undefined,
    above: eventAbove(memory, record),
  });
  const isKnown = read(context, record);
  placed(context, record);
  if (!isKnown) return unknownRecord(kindOf(record), memory.version);
  emitSessionFacts(context, record);
  return readingOf(context);
}

function read(context: QwenContext, record: JsonObject): boolean {
  switch (record['type']) {
    case 'user':
      emitMeasured(context);
      return user(context, record);
    case 'assistant':
      return assistant(context, record);
    case 'tool_result':
      emitMeasured(context);
      return toolResult(context, record);
    case 'system':
      return system(context, record);
    default:
      return false;
  }
}
