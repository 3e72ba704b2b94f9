import { name } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { patchOf } from '../reader/draft-of.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Line, Reader, Reading } from '../source.ts';
import { readEvent } from './events.ts';
import { GrokMemory } from './memory.ts';
import { GrokContext } from './record-context.ts';
import { isUpdate, toUpdate } from './record.ts';
import { readSummary } from './summary.ts';
import { readUpdate } from './updates.ts';

/** The files of a session share only the session: the shape of each record shows its kind. */
export function grokReader(identity: Identity, state?: Json): Reader {
  const memory = new GrokMemory().restore(state);
  return jsonLinesReader(memory, (record, name, line) => readRecord(identity, memory, record, { line, name }));
}

function readRecord(
  { session }: Identity,
  memory: GrokMemory,
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
  memory: GrokMemory,
  record: JsonObject,
  { line, made }: { readonly line: Line; readonly made: string },
): Reading {
  const update = toUpdate(record);
  const native = update.eventId === undefined ? undefined : `${update.eventId}@${update.at ?? 0}`;
  const context = new GrokContext({
    session,
    memory,
    update,
    line: line.number,
    key: native ?? made,
    native,
    at: update.at,
  });
  return readUpdate(context) ? readingOf(context) : unknownRecord(update.kind.slice(0, 100) || 'no kind', undefined);
}
