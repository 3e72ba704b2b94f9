import { sessionUid } from '../../model/ids.ts';
import { name, parseRecords, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { Identity, Peek } from '../source.ts';
import { isHeader } from './record.ts';

/** By its header and the line after it: `pi --mode json` prints the same header, but then events that have no time. */
export function recognises({ head }: Peek): boolean {
  const [first, second] = firstRecords(head);
  return first !== undefined && isHeader(first) && (second === undefined || time(second['timestamp']) !== undefined);
}

export function identify({ path, head }: Peek): Identity {
  const [first] = firstRecords(head);
  const header = first && isHeader(first) ? first : {};
  const begun = time(header['timestamp']);
  const origin = text(header['parentSession']) ?? text(header['branchedFrom']);
  const parent = origin === undefined ? undefined : idIn(origin);
  const id = name(header['id']) ?? idIn(path);
  return {
    session: sessionUid('pi', id),
    ...(parent === undefined || parent === id ? {} : { parent: { uid: sessionUid('pi', parent), relation: 'fork', beforeLine: copiesAll } }),
    ...(begun === undefined ? {} : { begun }),
  };
}

/** A fork copies what it shares, and nothing of its parent beyond that went before it: it shares no lines by reference. */
const copiesAll = 1;

/** `<start>_<session id>.jsonl` */
function idIn(path: string): string {
  const stem = (path.split(/[\\/]/).at(-1) ?? '').replace(/\.jsonl(?:\.zst|\.gz)?$/, '');
  return name(stem.slice(stem.lastIndexOf('_') + 1)) ?? 'unnamed';
}

/** The first two readable records; a line of garbage before them does no harm. */
function firstRecords(head: string): readonly JsonObject[] {
  const records: JsonObject[] = [];
  let start = 0;
  for (let tries = 0; tries < 4 && start < head.length && records.length < 2; tries++) {
    const newline = head.indexOf('\n', start);
    const line = head.slice(start, newline < 0 ? head.length : newline);
    const found = line.trim() === '' ? undefined : parseRecords(line);
    if (found?.ok) records.push(...found.records);
    if (newline < 0) break;
    start = newline + 1;
  }
  return records;
}
