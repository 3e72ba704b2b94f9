import { isObject, list, name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import { RecordContext } from '../reader/record-context.ts';
import type { Identity, Json, Reader, Reading } from '../source.ts';
import { facts } from './facts.ts';
import { headingOf } from './identity.ts';
import { ZedMemory } from './memory.ts';
import { agentMessage, olderMessage, userMessage } from './messages.ts';

export function zedReader(identity: Identity, state?: Json): Reader {
  const memory = new ZedMemory().restore(state);
  return jsonLinesReader(memory, (record, place) => readRecord(identity, memory, record, place));
}

function readRecord(identity: Identity, memory: ZedMemory, record: JsonObject, place: string): Reading {
  const heading = headingOf(record);
  if (heading) {
    if (heading.created !== undefined) memory.created = heading.created;
    return { disposition: 'state' };
  }
  const at = memory.turn === undefined ? memory.created : undefined;
  const base = { session: identity.session, memory, at, isSubagent: identity.parent !== undefined };
  if (isObject(record['thread'])) {
    const context = new RecordContext({ ...base, key: place });
    facts(context, record['thread']);
    return readingOf(context);
  }
  const message = record['message'];
  // The person asked it to go on after it had stopped.
  if (message === 'Resume') return { disposition: 'state' };
  const kind = isObject(message) ? Object.keys(message)[0] : undefined;
  if (!isObject(message) || kind === undefined) return unknownRecord('message/none', undefined);
  if (isObject(message['User'])) {
    const id = name(message['User']['id']);
    const context = new RecordContext({ ...base, key: id ?? place, native: id });
    userMessage(context, list(message['User']['content']));
    return readingOf(context);
  }
  if (isObject(message['Agent'])) {
    memory.answers = (memory.answers ?? 0) + 1;
    const context = new RecordContext({ ...base, key: `${memory.turn ?? 'begin'}/${memory.answers}` });
    agentMessage(context, message['Agent']);
    return readingOf(context);
  }
  if (text(message['role']) !== undefined) {
    const context = new RecordContext({ ...base, key: `m${olderId(message, place)}` });
    return olderMessage(context, message) ? readingOf(context) : unknownRecord('message/role', undefined);
  }
  return unknownRecord(`message/${kind.slice(0, 100)}`, undefined);
}

function olderId(message: JsonObject, place: string): string {
  const id = object(message)['id'];
  return typeof id === 'number' || typeof id === 'string' ? String(id).slice(0, 100) : place;
}
