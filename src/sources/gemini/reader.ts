import type { JsonObject } from '../../platform/parse-records.ts';
import { list, name, object, time } from '../../platform/parse-records.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Reader, Reading } from '../source.ts';
import { fromJson, keepPlace, newMemory, toJson, wasTold } from './memory.ts';
import type { Memory, Place } from './memory.ts';
import { notice } from './notices.ts';
import type { Page } from './page.ts';
import { idOf } from './record.ts';
import type { Rec } from './record.ts';
import { response } from './response.ts';
import { rewound } from './rewind.ts';
import { headed, updated } from './session-facts.ts';
import { user } from './user.ts';

export function geminiReader(identity: Identity, state?: Json): Reader {
  const memory = state ? fromJson(state) : newMemory();
  return {
    line: (line) =>
      readJsonLine(line, (record, name) =>
        readRecord({ identity, memory, line: name, isDocument: line.within !== undefined }, record),
      ),
    state: () => toJson(memory),
  };
}

interface Whence {
  readonly identity: Identity;
  readonly memory: Memory;
  readonly line: string;
  readonly isDocument: boolean;
}

function readRecord(whence: Whence, record: JsonObject): Reading {
  const page = pageOf(whence, record, false);
  const isKnown = read(whence, page, record);
  return isKnown
    ? readingOf(page)
    : unknownRecord(name(record['type']) ?? name(Object.keys(record)[0]) ?? 'no type', undefined);
}

function read(whence: Whence, page: Page, record: Rec): boolean {
  if ('$set' in record) {
    const update = object(record['$set']);
    updated(page, update);
    rewritten(whence, page, list(update['messages']));
    return true;
  }
  if ('$rewindTo' in record) return rewound(page, record['$rewindTo']);
  if ('type' in record) return message(page, record);
  if (!('sessionId' in record)) return false;
  headed(page, record);
  rewritten(whence, page, list(record['messages']));
  return true;
}

/**
 * The list of messages as the model is to see it from now on: at a resume, or when the context was compressed. What
 * is known in it happened before and is told better there; what is new was put in now.
 */
function rewritten(whence: Whence, page: Page, messages: readonly unknown[]): void {
  for (const [index, value] of messages.entries()) {
    const record = object(value);
    message(
      {
        ...pageOf({ ...whence, line: `${whence.line}.${index}` }, record, true),
        drafts: page.drafts,
        links: page.links,
        sessions: page.sessions,
      },
      record,
    );
  }
}

function message(page: Page, record: Rec): boolean {
  const { memory } = page;
  const id = idOf(record['id']);
  const isKnown = id !== undefined && wasTold(memory, id);
  // A response is written again when its calls are done; everything else is written once.
  if (isKnown && (page.isRewritten || record['type'] !== 'gemini')) return true;
  const place = isKnown ? (memory.messages.get(page.key) ?? longAgo(page.key)) : placed(page);
  switch (record['type']) {
    case 'user':
      return user(page, record);
    case 'gemini':
      return response(page, record, place);
    case 'info':
    case 'warning':
    case 'error':
      return notice(page, record);
    default:
      return false;
  }
}

/**
 * Outputs of old calls are cut to spare the model, and then their messages are written again: there is no news in
 * them.
 */
function longAgo(key: string): Place {
  return { lead: key, said: Number.MAX_SAFE_INTEGER, used: true };
}

function placed({ memory, key }: Page): Place {
  const { above, turn } = memory;
  const place = { ...(above === undefined ? {} : { above }), ...(turn === undefined ? {} : { turn }) };
  keepPlace(memory, key, place);
  return place;
}

function pageOf({ identity, memory, line, isDocument }: Whence, record: Rec, isRewritten: boolean): Page {
  return {
    session: identity.session,
    isSubagent: identity.parent !== undefined || memory.isSubagent === true,
    isRewritten,
    isDocument,
    memory,
    at: time(record['timestamp']) ?? time(record['startTime']),
    key: idOf(record['id']) ?? line,
    drafts: [],
    links: [],
    sessions: [],
  };
}
