import { parseRecords } from '../platform/parse-records.ts';
import type { JsonObject } from '../platform/parse-records.ts';
import type { Line, Reading } from './source.ts';

/** What sources that keep one JSON record a line have in common, whatever the record means. */

/**
 * Reads the record of a line, or each of the records that two writers left on one. `name` names a record that has no
 * id.
 */
export function readJsonLine(line: Line, read: (record: JsonObject, name: string) => Reading): Reading {
  const found = parseRecords(line.text);
  if (!found.ok) return { disposition: 'issue', reason: found.reason };
  // Files only grow, so a line's number stays true.
  const readings = found.records.map((record, index) =>
    read(record, `line:${line.number}${index > 0 ? `.${index + 1}` : ''}`),
  );
  return readings.length === 1 ? readings[0]! : together(readings);
}

/** What a record gave: an event, or knowledge of the session. */
export function readingOf({ drafts = [], links = [], sessions = [] }: Gave): Reading {
  return {
    disposition: drafts.length > 0 ? 'mapped' : 'state',
    ...(drafts.length > 0 ? { drafts } : {}),
    ...(links.length > 0 ? { links } : {}),
    ...(sessions.length > 0 ? { sessions } : {}),
  };
}

/** A record of a kind nobody knows. */
export function unknownRecord(kind: string, version: string | undefined): Reading {
  return { disposition: 'raw', unknown: { kind, ...(version === undefined ? {} : { version }) } };
}

/**
 * The first records of a file's head that can be read: a first line may be torn, or garbage, and then the next one
 * tells as well.
 */
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

type Gave = Pick<Reading, 'drafts' | 'links' | 'sessions'>;

/** Several records of one line have one disposition. */
function together(readings: readonly Reading[]): Reading {
  const gave = readingOf({
    drafts: readings.flatMap((reading) => reading.drafts ?? []),
    links: readings.flatMap((reading) => reading.links ?? []),
    sessions: readings.flatMap((reading) => reading.sessions ?? []),
  });
  const stranger = readings.find((reading) => reading.disposition === 'raw');
  const isCopied = readings.every((reading) => reading.disposition === 'copy');
  const disposition = gave.disposition === 'mapped' ? 'mapped' : stranger ? 'raw' : isCopied ? 'copy' : 'state';
  return { ...gave, disposition, ...(stranger?.unknown ? { unknown: stranger.unknown } : {}) };
}
