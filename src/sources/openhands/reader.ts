import { isObject, name, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import { RecordContext } from '../reader/record-context.ts';
import type { Identity, Json, Reader, Reading } from '../source.ts';
import { happened } from './events.ts';
import { facts } from './facts.ts';
import { headingOf } from './identity.ts';
import { OpenHandsMemory } from './memory.ts';

export function openHandsReader(identity: Identity, state?: Json): Reader {
  const memory = new OpenHandsMemory().restore(state);
  return jsonLinesReader(memory, (record, place) => readRecord(identity, memory, record, place));
}

function readRecord({ session }: Identity, memory: OpenHandsMemory, record: JsonObject, place: string): Reading {
  if (headingOf(record)) return { disposition: 'state' };
  if (isObject(record['conversation'])) {
    const context = new RecordContext({ session, memory, key: place });
    facts(context, record['conversation']);
    return readingOf(context);
  }
  const event = record['event'];
  if (!isObject(event)) return unknownRecord('event/none', undefined);
  const id = name(event['id']);
  // Written in the time of the machine, without saying which that is.
  const context = new RecordContext({ session, memory, key: id ?? place, native: id, at: time(event['timestamp']) });
  if (happened(context, event)) return readingOf(context);
  return unknownRecord(`event/${(name(event['kind']) ?? 'none').slice(0, 100)}`, undefined);
}
