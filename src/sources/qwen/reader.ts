import type { SessionUid } from '../../model/ids.ts';
import { name, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Reader, Reading } from '../source.ts';
import { assistant } from './assistant.ts';
import { contextOf } from './context.ts';
import { eventAbove, placed } from './lineage.ts';
import { fromJson, newMemory, toJson } from './memory.ts';
import type { Memory } from './memory.ts';
import type { Page } from './page.ts';
import { kindOf } from './record.ts';
import { toolResult } from './results.ts';
import { system } from './system.ts';
import { tellUnheard } from './unheard.ts';
import { user } from './user.ts';

export function qwenReader(identity: Identity, state?: Json): Reader {
  const memory = state ? fromJson(state) : newMemory();
  return {
    line: (line) =>
      readJsonLine(line, (record, name) => readRecord(identity, memory, record, { name, number: line.number })),
    state: () => toJson(memory),
  };
}

function readRecord(
  identity: Identity,
  memory: Memory,
  record: JsonObject,
  line: { readonly name: string; readonly number: number },
): Reading {
  const page: Page = {
    session: identity.session,
    main: identity.session.split('/', 1)[0] as SessionUid,
    isSubagent: identity.root !== undefined,
    memory,
    at: time(record['timestamp']),
    key: name(record['uuid']) ?? line.name,
    line: line.number,
    above: eventAbove(memory, record),
    drafts: [],
    links: [],
    sessions: [],
  };
  const isKnown = read(page, record);
  placed(page, record);
  if (!isKnown) return unknownRecord(kindOf(record), memory.version);
  contextOf(page, record);
  return readingOf(page);
}

function read(page: Page, record: JsonObject): boolean {
  switch (record['type']) {
    case 'user':
      tellUnheard(page);
      return user(page, record);
    case 'assistant':
      return assistant(page, record);
    case 'tool_result':
      tellUnheard(page);
      return toolResult(page, record);
    case 'system':
      return system(page, record);
    default:
      return false;
  }
}
