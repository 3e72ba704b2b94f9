import { name, number, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Reader, Reading } from '../source.ts';
import { assistantMessage } from './assistant.ts';
import { compaction } from './compaction.ts';
import { DroidMemory } from './memory.ts';
import type { Place } from './memory.ts';
import { DroidContext } from './record-context.ts';
import { toEntry } from './record.ts';
import type { Entry } from './record.ts';
import { turnOutcome } from './turns.ts';
import { userMessage } from './user.ts';

export function droidReader(identity: Identity, state?: Json): Reader {
  const memory = new DroidMemory().restore(state);
  return jsonLinesReader(memory, (record, name) => readRecord(identity, memory, record, name));
}

function readRecord(identity: Identity, memory: DroidMemory, json: JsonObject, line: string): Reading {
  const entry = toEntry(json);
  const context = new DroidContext(identity, memory, entry, { line, above: placeAbove(memory, entry) });
  const isKnown = read(context);
  if (entry.id !== undefined && entry.type !== 'session_start') memory.places.set(entry.id, context.place);
  return isKnown ? readingOf(context) : unknownRecord(kindOf(entry), memory.version);
}

function placeAbove({ places }: DroidMemory, { parentId }: Entry): Place {
  if (parentId === undefined) return {};
  // Further back than we remember: a message that became an event has its id.
  return places.get(parentId) ?? { event: parentId };
}

function read(context: DroidContext): boolean {
  const { type, message } = context.entry;
  switch (type) {
    case 'message':
      if (message['role'] === 'assistant') assistantMessage(context);
      else if (message['role'] === 'user') userMessage(context);
      else return message['role'] === 'system';
      return true;
    case 'agent_turn_outcome':
      turnOutcome(context);
      return true;
    case 'compaction_state':
      compaction(context);
      return true;
    case 'session_start':
      start(context);
      return true;
    default:
      return silent.has(type);
  }
}

/** The todo list is in the call that wrote it; settings are bookkeeping. */
const silent: ReadonlySet<string> = new Set(['todo_state', 'session_settings', 'session_end']);

function start(context: DroidContext): void {
  const { json } = context.entry;
  const title = name(json['sessionTitle']) ?? name(json['title']);
  context.memory.version = `format ${number(json['version']) ?? 1}`;
  // The titles of sub-agents are marked as chosen by a person, and are not.
  const isChosen = json['isSessionTitleManuallySet'] === true && !context.isSubagent;
  context.patch({ [isChosen ? 'customTitle' : 'title']: title, cwd: name(json['cwd']) });
}

function kindOf({ type, message }: Entry): string {
  const role = text(message['role']);
  return (type === '' ? 'no type' : type === 'message' && role !== undefined ? `message/${role}` : type).slice(0, 100);
}
