import { keyOf } from '../../../model/ids.ts';
import { isObject, name, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../../reader/json-lines.ts';
import { RecordContext } from '../../reader/record-context.ts';
import type { Identity, Json, Line, Reader, Reading } from '../../source.ts';
import { headingOf } from '../container/heading.ts';
import { timeOf } from '../time-of.ts';
import { bubble } from './bubble.ts';
import { facts } from './facts.ts';
import { CursorMemory } from './memory.ts';
import { message } from './message.ts';
import { turnEnded } from './turn-ended.ts';

export function cursorReader(identity: Identity, state?: Json): Reader {
  const memory = new CursorMemory().restore(state);
  return jsonLinesReader(memory, (record, place, line) => readRecord(identity, memory, record, { place, line }));
}

function readRecord(
  identity: Identity,
  memory: CursorMemory,
  record: JsonObject,
  { place, line }: { readonly place: string; readonly line: Line },
): Reading {
  const heading = headingOf(record);
  if (heading) {
    memory.writing = heading.cursor;
    if (heading.created !== undefined) memory.created = heading.created;
    return { disposition: 'state' };
  }
  const isSubagent = identity.parent !== undefined;
  const base = { session: identity.session, memory, isSubagent };
  if (isObject(record['bubble'])) {
    const id = name(record['id']) ?? name(record['bubble']['bubbleId']) ?? name(record['bubble']['id']);
    const at = timeOf(record['bubble']['createdAt']);
    const context = new RecordContext({ ...base, key: id ?? place, native: id, at: at ?? begun(memory) });
    return bubble(context, record['bubble']) ? readingOf(context) : unknownRecord(kindOf(record['bubble']), undefined);
  }
  if (isObject(record['facts'])) {
    const context = new RecordContext({ ...base, key: place });
    facts(context, record['facts']);
    return readingOf(context);
  }
  if (text(record['type']) === 'turn_ended') {
    const context = new RecordContext({ ...base, key: `end${memory.count ?? 0}.${keyOf(line.text).toString(36)}` });
    turnEnded(context, record);
    return readingOf(context);
  }
  const id = name(record['id']);
  const inner = isObject(record['message']) ? record['message'] : record;
  if (memory.writing === undefined) memory.count = (memory.count ?? 0) + 1;
  // A transcript is written anew after every turn: a message is known by its number and its words.
  const key =
    memory.writing === 'agent' && id !== undefined ? id : `m${memory.count ?? 0}.${keyOf(line.text).toString(36)}`;
  const context = new RecordContext({
    ...base,
    key,
    native: memory.writing === 'agent' ? id : undefined,
    at: begun(memory),
  });
  const role = text(record['role']) ?? text(inner['role']);
  return message(context, role, inner) ? readingOf(context) : unknownRecord(`message/${role ?? 'none'}`, undefined);
}

/** Only the first prompt: when others came is not recorded. */
function begun(memory: CursorMemory): number | undefined {
  return memory.turn === undefined ? memory.created : undefined;
}

function kindOf(value: JsonObject): string {
  const type = value['type'];
  return `bubble/${typeof type === 'number' || typeof type === 'string' ? String(type).slice(0, 100) : 'none'}`;
}
