import { isObject, list, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Line, Reader, Reading } from '../source.ts';
import { goMessage } from './go-messages.ts';
import { headingOf } from './heading.ts';
import { fromJson, newMemory, toJson } from './memory.ts';
import type { Memory } from './memory.ts';
import { message } from './messages.ts';
import type { Page } from './page.ts';
import { part } from './parts.ts';
import { logged } from './retries.ts';
import { infoOfRow } from './session-row.ts';
import { session } from './session.ts';
import { wholeMessage } from './whole-message.ts';

/**
 * Whatever a session is read from, it comes down to the same three objects: the session, its messages, and their
 * parts.
 */
export function openCodeReader(identity: Identity, state?: Json): Reader {
  const memory = state ? fromJson(state) : newMemory();
  return {
    line: (line) => readJsonLine(line, (record) => readRecord(identity, memory, record, line)),
    state: () => toJson(memory),
  };
}

function readRecord(identity: Identity, memory: Memory, record: JsonObject, line: Line): Reading {
  const page: Page = {
    session: identity.session,
    isSubagent: identity.parent !== undefined,
    memory,
    drafts: [],
    links: [],
    sessions: [],
  };
  const isKnown = line.within === undefined ? ofContainer(page, record) : exported(page, record);
  if (!isKnown) return unknownRecord(kindOf(record), memory.version);
  if (page.stranger === undefined) return readingOf(page);
  const { unknown } = unknownRecord(page.stranger, memory.version);
  const reading = readingOf(page);
  return { ...reading, disposition: reading.disposition === 'state' ? 'raw' : reading.disposition, unknown: unknown! };
}

function ofContainer(page: Page, record: JsonObject): boolean {
  const heading = headingOf(record);
  if (heading) {
    if (heading.opencode !== 'events' && heading.opencode !== 'log') page.memory.standing = true;
    return true;
  }
  if ('seq' in record) return event(page, text(record['type']) ?? '', object(record['data']));
  if (typeof record['log'] === 'string') {
    logged(page, record['log']);
    return true;
  }
  if ('go' in record) return record['go'] === 'message' ? goMessage(page, record) : session(page, record);
  if ('row' in record) return row(page, record);
  if ('file' in record) return file(page, record);
  // What is left of an export when its messages are taken out.
  return isObject(record['info']) && session(page, object(record['info']));
}

/** A change as it happened; the number behind the name is the version of its format. */
function event(page: Page, type: string, data: JsonObject): boolean {
  switch (type.replace(/\.\d+$/, '')) {
    case 'session.created':
    case 'session.updated':
      return session(page, object(data['info']));
    case 'message.updated':
      return message(page, object(data['info']));
    case 'message.part.updated':
      return part(page, object(data['part']), number(data['time']));
    // What is undone is told by the session (`revert`); it happened all the same.
    case 'message.removed':
    case 'message.part.removed':
    case 'session.deleted':
      return true;
    default:
      return false;
  }
}

/** A row has its ids in columns of their own. */
function row(page: Page, record: JsonObject): boolean {
  const { row: table, id } = record;
  if (table === 'message') {
    const parts = list(record['parts'])
      .map(object)
      .map((one) => ({ ...object(one['data']), id: one['id'], messageID: id }));
    return wholeMessage(page, { ...object(record['data']), id }, parts);
  }
  return table === 'session' && session(page, infoOfRow(record));
}

function file(page: Page, record: JsonObject): boolean {
  const data = object(record['data']);
  if (record['file'] === 'message') return wholeMessage(page, data, list(record['parts']).map(object));
  return record['file'] === 'session' && session(page, data);
}

function exported(page: Page, record: JsonObject): boolean {
  page.memory.standing = true;
  return wholeMessage(page, object(record['info']), list(record['parts']).map(object));
}

/** How a record nobody knows is counted. */
function kindOf(record: JsonObject): string {
  const kind = name(record['type']) ?? name(record['row']) ?? name(record['file']) ?? name(record['role']) ?? 'no kind';
  return [kind, name(object(object(record['data'])['part'])['type'])].filter((word) => word !== undefined).join('/');
}
