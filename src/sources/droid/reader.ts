import { name, number, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { readingOf, readJsonLine, unknownRecord } from '../json-lines.ts';
import type { Identity, Json, Reader, Reading } from '../source.ts';
import { assistantMessage } from './assistant.ts';
import { compaction } from './compaction.ts';
import { fromJson, newMemory, keep, toJson } from './memory.ts';
import type { Memory, Place } from './memory.ts';
import { patch } from './page.ts';
import type { Page } from './page.ts';
import { toEntry } from './record.ts';
import type { Entry } from './record.ts';
import { turnOutcome } from './turns.ts';
import { userMessage } from './user.ts';

export function droidReader(identity: Identity, state?: Json): Reader {
  const memory = state ? fromJson(state) : newMemory();
  return {
    line: (line) => readJsonLine(line, (record, line) => readRecord(identity, memory, record, line)),
    state: () => toJson(memory),
  };
}

function readRecord({ session, parent }: Identity, memory: Memory, json: JsonObject, line: string): Reading {
  const entry = toEntry(json);
  const above = placeAbove(memory, entry);
  const page: Page = {
    session,
    isSubagent: parent?.relation === 'subagent',
    memory,
    entry,
    key: entry.id ?? line,
    above,
    place: above,
    drafts: [],
    links: [],
    sessions: [],
  };
  const isKnown = read(page);
  if (entry.id !== undefined && entry.type !== 'session_start') keep(memory, 'places', entry.id, page.place);
  return isKnown ? readingOf(page) : unknownRecord(kindOf(entry), memory.version);
}

function placeAbove({ places }: Memory, { parentId }: Entry): Place {
  if (parentId === undefined) return {};
  // Further back than we remember: a message that became an event gave it its id.
  return places.get(parentId) ?? { event: parentId };
}

function read(page: Page): boolean {
  const { type, message } = page.entry;
  switch (type) {
    case 'message':
      if (message['role'] === 'assistant') assistantMessage(page);
      else if (message['role'] === 'user') userMessage(page);
      else return message['role'] === 'system';
      return true;
    case 'agent_turn_outcome':
      turnOutcome(page);
      return true;
    case 'compaction_state':
      compaction(page);
      return true;
    case 'session_start':
      start(page);
      return true;
    default:
      return silent.has(type);
  }
}

/** The list of things to do is told by the call that wrote it; settings are bookkeeping. */
const silent: ReadonlySet<string> = new Set(['todo_state', 'session_settings', 'session_end']);

function start(page: Page): void {
  const { json } = page.entry;
  const title = name(json['sessionTitle']) ?? name(json['title']);
  page.memory.version = `format ${number(json['version']) ?? 1}`;
  // The titles of sub-agents are marked as chosen by a person, and are not.
  const isChosen = json['isSessionTitleManuallySet'] === true && !page.isSubagent;
  patch(page, { [isChosen ? 'customTitle' : 'title']: title, cwd: name(json['cwd']) });
}

function kindOf({ type, message }: Entry): string {
  const role = text(message['role']);
  return (type === '' ? 'no type' : type === 'message' && role !== undefined ? `message/${role}` : type).slice(0, 100);
}
