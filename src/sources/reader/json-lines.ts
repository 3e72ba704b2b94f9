import { parseRecords } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { Line, Reader, Reading } from '../source.ts';
import type { ReaderMemory } from './reader-memory.ts';

/** What sources with one JSON record per line have in common, whatever the record contains. */

/** `name` identifies a record that has no id; `index` is its place among the records of its line, mostly 0. */
export type ReadRecord = (record: JsonObject, name: string, line: Line, index: number) => Reading;

/** A reader whose state is its memory. */
export function jsonLinesReader(memory: ReaderMemory, read: ReadRecord): Reader {
  return { line: (line) => readJsonLine(line, read), state: () => memory.save() };
}

/** Reads the record of a line, or each of the records that two writers left on one. */
export function readJsonLine(line: Line, read: ReadRecord): Reading {
  const found = parseRecords(line.text);
  if (!found.ok) return { disposition: 'issue', reason: found.reason };
  // Files only grow, so a line's number stays valid.
  const readings = found.records.map((record, index) =>
    read(record, `line:${line.number}${index > 0 ? `.${index + 1}` : ''}`, line, index),
  );
  return readings.length === 1 ? readings[0]! : merged(readings);
}

/** The result of a record: events, or facts about the session. */
export function readingOf({ drafts = [], links = [], sessions = [], titles = [], unknown }: ReadingParts): Reading {
  return {
    disposition: drafts.length > 0 ? 'mapped' : unknown ? 'raw' : 'state',
    ...(drafts.length > 0 ? { drafts } : {}),
    ...(links.length > 0 ? { links } : {}),
    ...(sessions.length > 0 ? { sessions } : {}),
    ...(titles.length > 0 ? { titles } : {}),
    ...(unknown ? { unknown } : {}),
  };
}

/** A record of a kind that is not known. */
export function unknownRecord(kind: string, version: string | undefined): Reading {
  return { disposition: 'raw', unknown: unknownKind(kind, version) };
}

export function unknownKind(kind: string, version: string | undefined): NonNullable<Reading['unknown']> {
  return { kind, ...(version === undefined ? {} : { version }) };
}

/** The first records of a file's head that can be read: where the first line is torn or garbage, the next one will do. */
export function firstRecords(head: string, count: number): readonly JsonObject[] {
  const records: JsonObject[] = [];
  let start = 0;
  for (let tries = 0; tries < 4 && start < head.length && records.length < count; tries++) {
    const newline = head.indexOf('\n', start);
    const line = head.slice(start, newline < 0 ? head.length : newline);
    const found = line.trim() === '' ? undefined : parseRecords(line);
    if (found?.ok) records.push(...found.records);
    if (newline < 0) break;
    start = newline + 1;
  }
  return records;
}

type ReadingParts = Pick<Reading, 'drafts' | 'links' | 'sessions' | 'titles'> & {
  readonly unknown?: Reading['unknown'] | undefined;
};

/** Several records of one line have one disposition. */
function merged(readings: readonly Reading[]): Reading {
  const reading = readingOf({
    drafts: readings.flatMap(({ drafts }) => drafts ?? []),
    links: readings.flatMap(({ links }) => links ?? []),
    sessions: readings.flatMap(({ sessions }) => sessions ?? []),
    titles: readings.flatMap(({ titles }) => titles ?? []),
    unknown: readings.find(({ unknown }) => unknown)?.unknown,
  });
  const isCopied = readings.every(({ disposition }) => disposition === 'copy');
  return isCopied ? { ...reading, disposition: 'copy' } : reading;
}
