import type { JsonObject } from '../../platform/parse-records.ts';
import { list, name, object, time } from '../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Reader, Reading } from '../source.ts';
import { GeminiMemory } from './memory.ts';
import type { Place } from './memory.ts';
import { notice } from './notices.ts';
import { GeminiContext } from './record-context.ts';
import { idOf } from './record.ts';
import type { Rec } from './record.ts';
import { response } from './response.ts';
import { rewound } from './rewind.ts';
import { headed, updated } from './session-facts.ts';
import { user } from './user.ts';

export function geminiReader(identity: Identity, state?: Json): Reader {
  const memory = new GeminiMemory().restore(state);
  return jsonLinesReader(memory, (record, name, { within }) =>
    readRecord({ identity, memory, line: name, isDocument: within !== undefined }, record),
  );
}

/** Where a record comes from. */
interface Position {
  readonly identity: Identity;
  readonly memory: GeminiMemory;
  readonly line: string;
  readonly isDocument: boolean;
}

function readRecord(position: Position, record: JsonObject): Reading {
  const context = contextOf(position, record, false);
  const isKnown = read(position, context, record);
  return isKnown
    ? readingOf(context)
    : unknownRecord(name(record['type']) ?? name(Object.keys(record)[0]) ?? 'no type', undefined);
}

function read(position: Position, context: GeminiContext, record: Rec): boolean {
  if ('$set' in record) {
    const update = object(record['$set']);
    updated(context, update);
    rewritten(position, context, list(update['messages']));
    return true;
  }
  if ('$rewindTo' in record) return rewound(context, record['$rewindTo']);
  if ('type' in record) return message(context, record);
  if (!('sessionId' in record)) return false;
  headed(context, record);
  rewritten(position, context, list(record['messages']));
  return true;
}

/**
 * The list of messages as the model sees it from now on: after a resume, or after a compression. Known ones are
 * recorded better where they happened; new ones were added now.
 */
function rewritten(position: Position, context: GeminiContext, messages: readonly unknown[]): void {
  for (const [index, value] of messages.entries()) {
    const record = object(value);
    const inner = contextOf({ ...position, line: `${position.line}.${index}` }, record, true);
    message(inner, record);
    context.include(inner);
  }
}

function message(context: GeminiContext, record: Rec): boolean {
  const { memory } = context;
  const id = idOf(record['id']);
  const isKnown = id !== undefined && memory.wasEmitted(id);
  // A response is written again when its calls are done; everything else is written once.
  if (isKnown && (context.isRewritten || record['type'] !== 'gemini')) return true;
  const place = isKnown ? (memory.messages.get(context.key) ?? longAgo(context.key)) : placed(context);
  switch (record['type']) {
    case 'user':
      return user(context, record);
    case 'gemini':
      return response(context, record, place);
    case 'info':
    case 'warning':
    case 'error':
      return notice(context, record);
    default:
      return false;
  }
}

/**
 * Outputs of old calls are cut to save the model's context, and then their messages are written again: they hold no
 * news.
 */
function longAgo(key: string): Place {
  return { lead: key, length: Number.MAX_SAFE_INTEGER, used: true };
}

function placed({ memory, key }: GeminiContext): Place {
  const { above, turn } = memory;
  const place = { ...(above === undefined ? {} : { above }), ...(turn === undefined ? {} : { turn }) };
  memory.messages.set(key, place);
  return place;
}

function contextOf({ identity, memory, line, isDocument }: Position, record: Rec, isRewritten: boolean): GeminiContext {
  return new GeminiContext({
    session: identity.session,
    isSubagent: identity.parent !== undefined || memory.isSubagent === true,
    isRewritten,
    isDocument,
    memory,
    at: time(record['timestamp']) ?? time(record['startTime']),
    key: idOf(record['id']) ?? line,
  });
}
