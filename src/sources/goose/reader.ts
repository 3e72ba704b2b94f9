import { isObject, list, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import { RecordContext } from '../reader/record-context.ts';
import type { Identity, Json, Reader, Reading } from '../source.ts';
import { facts } from './facts.ts';
import { headingOf, isFirstLine, sessionId, uidOf } from './identity.ts';
import { GooseMemory } from './memory.ts';
import type { GooseContext } from './memory.ts';
import { message } from './messages.ts';
import { usedApart } from './usage.ts';

export function gooseReader(identity: Identity, state?: Json): Reader {
  const memory = new GooseMemory().restore(state);
  return jsonLinesReader(memory, (record, place) => readRecord(identity, memory, record, place));
}

function readRecord(identity: Identity, memory: GooseMemory, record: JsonObject, place: string): Reading {
  if (headingOf(record)) return { disposition: 'state' };
  const base = { session: identity.session, memory, isSubagent: identity.parent !== undefined };
  if (text(record['role']) !== undefined) {
    const id = name(record['id']);
    const seconds = number(record['created']);
    const at = seconds === undefined ? undefined : seconds * 1000;
    const context = new RecordContext({ ...base, key: id ?? place, native: id, at });
    return message(context, record)
      ? readingOf(context)
      : unknownRecord(`message/${String(record['role']).slice(0, 100)}`, undefined);
  }
  const context = new RecordContext({ ...base, key: place });
  if (isObject(record['usage'])) usedApart(context, record['usage']);
  else if (Array.isArray(record['children'])) children(context, record['children']);
  else if (isObject(record['session'])) facts(context, record['session']);
  else if (isFirstLine(record)) facts(context, record);
  else return unknownRecord('line', undefined);
  return readingOf(context);
}

function children(context: GooseContext, found: unknown): void {
  for (const { session, call } of list(found).map(object)) {
    const [child, by] = [sessionId(session), name(call)];
    if (child === undefined || by === undefined) continue;
    context.links.push({ type: 'spawned', parent: context.session, call: by, child: uidOf(child) });
    context.links.push({ type: 'returned', child: uidOf(child), parent: context.session, step: by });
  }
}
