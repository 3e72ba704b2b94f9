import { name } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { patchOf } from '../reader/draft-of.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Line, Reader, Reading } from '../source.ts';
import { readEvent } from './events.ts';
import { fromJson, newMemory, toJson } from './memory.ts';
import type { Memory } from './memory.ts';
import type { Page } from './page.ts';
import { isUpdate, toUpdate } from './record.ts';
import { readSummary } from './summary.ts';
import { readUpdate } from './updates.ts';

/** The files of a session have nothing in common but the session: each record says by its shape what it is. */
export function grokReader(identity: Identity, state?: Json): Reader {
  const memory = state ? fromJson(state) : newMemory();
  return {
    line: (line) => readJsonLine(line, (record, name) => readRecord(identity, memory, record, { line, name })),
    state: () => toJson(memory),
  };
}

function readRecord(
  { session }: Identity,
  memory: Memory,
  record: JsonObject,
  { line, name: made }: { readonly line: Line; readonly name: string },
): Reading {
  if (isUpdate(record)) return readTranscript(session, memory, record, { line, made });
  if (typeof record['ts'] === 'string') return readEvent(session, record);
  const summary = readSummary(record);
  if (summary) return readingOf({ sessions: patchOf(session, summary) });
  return unknownRecord(name(record['method'])?.slice(0, 100) ?? 'no kind', undefined);
}

function readTranscript(
  session: Identity['session'],
  memory: Memory,
  record: JsonObject,
  { line, made }: { readonly line: Line; readonly made: string },
): Reading {
  const update = toUpdate(record);
  const native = update.eventId === undefined ? undefined : `${update.eventId}@${update.at ?? 0}`;
  const page: Page = {
    session,
    memory,
    update,
    line: line.number,
    key: native ?? made,
    native,
    drafts: [],
    links: [],
    sessions: [],
  };
  return readUpdate(page) ? readingOf(page) : unknownRecord(update.kind.slice(0, 100) || 'no kind', undefined);
}
