import { sessionUid } from '../../model/ids.ts';
import { name, text, time } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';
import { isHeader } from './record.ts';

/** By its header and the line after it: `pi --mode json` prints the same header, but then events that have no time. */
export function matches({ head }: Peek): boolean {
  const [first, second] = firstRecords(head, 2);
  return first !== undefined && isHeader(first) && (second === undefined || time(second['timestamp']) !== undefined);
}

export function identify({ path, head }: Peek): Identity {
  const [first] = firstRecords(head, 2);
  const header = first && isHeader(first) ? first : {};
  const begun = time(header['timestamp']);
  const origin = text(header['parentSession']) ?? text(header['branchedFrom']);
  const parent = origin === undefined ? undefined : idIn(origin);
  const id = name(header['id']) ?? idIn(path);
  return {
    session: sessionUid('pi', id),
    ...(parent === undefined || parent === id
      ? {}
      : { parent: { uid: sessionUid('pi', parent), relation: 'fork', beforeLine: copiesAll } }),
    ...(begun === undefined ? {} : { begun }),
  };
}

/** A fork contains what it shares, and nothing else of its parent came before it: it shares no lines by reference. */
const copiesAll = 1;

/** `<start>_<session id>.jsonl` */
function idIn(path: string): string {
  const stem = (path.split(/[\\/]/).at(-1) ?? '').replace(/\.jsonl(?:\.zst|\.gz)?$/, '');
  return name(stem.replace(/^[\dT:.Z-]+_/, '')) ?? 'unnamed';
}
