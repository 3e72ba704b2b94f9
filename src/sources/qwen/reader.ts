import type { SessionUid } from '../../model/ids.ts';
import { name, parseRecords, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { Identity, Json, Line, Reader, Reading } from '../source.ts';
import { assistant } from './assistant.ts';
import { contextOf } from './context.ts';
import { eventAbove, placed } from './lineage.ts';
import { fromJson, newMemory, toJson } from './memory.ts';
import type { Memory } from './memory.ts';
import type { Page } from './page.ts';
import { kindOf } from './record.ts';
import { toolResult } from './results.ts';
import { system } from './system.ts';
import { user } from './user.ts';

export function qwenReader(identity: Identity, state?: Json): Reader {
  const memory = state ? fromJson(state) : newMemory();
  return {
    line: (line) => readLine(identity, memory, line),
    state: () => toJson(memory),
  };
}

function readLine(identity: Identity, memory: Memory, line: Line): Reading {
  const found = parseRecords(line.text);
  if (!found.ok) return { disposition: 'issue', reason: found.reason };
  return together(found.records.map((record, index) => readRecord(identity, memory, record, `line:${line.number}${index > 0 ? `.${index + 1}` : ''}`)));
}

function readRecord(identity: Identity, memory: Memory, record: JsonObject, line: string): Reading {
  const page: Page = {
    session: identity.session,
    main: identity.session.split('/', 1)[0] as SessionUid,
    isSubagent: identity.root !== undefined,
    memory,
    at: time(record['timestamp']),
    key: name(record['uuid']) ?? line,
    above: eventAbove(memory, record),
    drafts: [],
    links: [],
    sessions: [],
  };
  const isKnown = read(page, record);
  placed(page, record);
  if (!isKnown) return { disposition: 'raw', unknown: { kind: kindOf(record), ...(memory.version === undefined ? {} : { version: memory.version }) } };
  contextOf(page, record);
  return readingOf(page.drafts.length > 0 ? 'mapped' : 'state', page);
}

function read(page: Page, record: JsonObject): boolean {
  switch (record['type']) {
    case 'user':
      return user(page, record);
    case 'assistant':
      return assistant(page, record);
    case 'tool_result':
      return toolResult(page, record);
    case 'system':
      return system(page, record);
    default:
      return false;
  }
}

/** Several records that two writers left on one line have one disposition. */
function together(readings: readonly Reading[]): Reading {
  if (readings.length === 1) return readings[0]!;
  const drafts = readings.flatMap((reading) => reading.drafts ?? []);
  const links = readings.flatMap((reading) => reading.links ?? []);
  const sessions = readings.flatMap((reading) => reading.sessions ?? []);
  const stranger = readings.find((reading) => reading.disposition === 'raw');
  const reading = readingOf(drafts.length > 0 ? 'mapped' : stranger ? 'raw' : 'state', { drafts, links, sessions });
  return stranger?.unknown ? { ...reading, unknown: stranger.unknown } : reading;
}

function readingOf(disposition: Reading['disposition'], { drafts, links, sessions }: Pick<Page, 'drafts' | 'links' | 'sessions'>): Reading {
  return {
    disposition,
    ...(drafts.length > 0 ? { drafts } : {}),
    ...(links.length > 0 ? { links } : {}),
    ...(sessions.length > 0 ? { sessions } : {}),
  };
}
