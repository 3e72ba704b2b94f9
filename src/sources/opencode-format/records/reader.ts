import { isObject, list, name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../../reader/json-lines.ts';
import { RecordContext } from '../../reader/record-context.ts';
import type { Identity, Json, Line, Reader, Reading } from '../../source.ts';
import { goMessage, goSession } from './go-messages.ts';
import { headingOf } from '../container/heading.ts';
import { OpenCodeMemory } from './memory.ts';
import type { OpenCodeContext } from './memory.ts';
import { message } from './messages.ts';
import { part } from './parts.ts';
import { logged } from './retries.ts';
import { infoOfRow } from '../container/session-row.ts';
import { session } from './session.ts';
import { wholeMessage } from './whole-message.ts';

/**
 * Whatever a session is read from, it consists of the same three objects: the session, its messages, and their parts.
 */
export function openCodeReader(identity: Identity, state?: Json): Reader {
  const memory = new OpenCodeMemory().restore(state);
  return jsonLinesReader(memory, (record, name, line) => readRecord(identity, memory, record, { name, line }));
}

function readRecord(
  identity: Identity,
  memory: OpenCodeMemory,
  record: JsonObject,
  { name: key, line }: { readonly name: string; readonly line: Line },
): Reading {
  const isSubagent = identity.parent !== undefined;
  const context: OpenCodeContext = new RecordContext({ session: identity.session, memory, key, isSubagent });
  const isKnown = line.within === undefined ? ofContainer(context, record) : exported(context, record);
  return isKnown ? readingOf(context) : unknownRecord(kindOf(record), memory.version);
}

function ofContainer(context: OpenCodeContext, record: JsonObject): boolean {
  const heading = headingOf(record);
  if (heading) {
    if (heading.opencode !== 'events' && heading.opencode !== 'log') context.memory.standing = true;
    return true;
  }
  if ('seq' in record) return event(context, text(record['type']) ?? '', object(record['data']));
  if (typeof record['log'] === 'string') {
    logged(context, record['log']);
    return true;
  }
  if (record['go'] === 'message') return goMessage(context, record);
  if ('go' in record) {
    session(context, record);
    goSession(context, record);
    return true;
  }
  if ('row' in record) return row(context, record);
  if ('file' in record) return file(context, record);
  // An export without its messages.
  return isObject(record['info']) && session(context, object(record['info']));
}

/** A change as it happened; the number behind the name is the version of its format. */
function event(context: OpenCodeContext, type: string, data: JsonObject): boolean {
  switch (type.replace(/\.\d+$/, '')) {
    case 'session.created':
    case 'session.updated':
      return session(context, object(data['info']));
    case 'message.updated':
      return message(context, object(data['info']));
    case 'message.part.updated':
      return part(context, object(data['part']), number(data['time']));
    // An undo is recorded by the session (`revert`); the messages happened nevertheless.
    case 'message.removed':
    case 'message.part.removed':
    case 'session.deleted':
      return true;
    default:
      return false;
  }
}

/** A row has its ids in columns of their own. */
function row(context: OpenCodeContext, record: JsonObject): boolean {
  const { row: table, id } = record;
  if (table === 'message') {
    const parts = list(record['parts'])
      .map(object)
      .map((one) => ({ ...object(one['data']), id: one['id'], messageID: id }));
    return wholeMessage(context, { ...object(record['data']), id }, parts);
  }
  return table === 'session' && session(context, infoOfRow(record));
}

function file(context: OpenCodeContext, record: JsonObject): boolean {
  const data = object(record['data']);
  if (record['file'] === 'message') return wholeMessage(context, data, list(record['parts']).map(object));
  return record['file'] === 'session' && session(context, data);
}

function exported(context: OpenCodeContext, record: JsonObject): boolean {
  context.memory.standing = true;
  return wholeMessage(context, object(record['info']), list(record['parts']).map(object));
}

/** The name under which an unknown record is counted. */
function kindOf(record: JsonObject): string {
  const kind = name(record['type']) ?? name(record['row']) ?? name(record['file']) ?? name(record['role']) ?? 'no kind';
  return [kind, name(object(object(record['data'])['part'])['type'])].filter((word) => word !== undefined).join('/');
}
