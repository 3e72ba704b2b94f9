import type { EventRef, Key, SessionUid } from '../../../model/ids.ts';
import { fileColumns, toFileMark, type FileRecord } from '../../rows/file-record.ts';
import { openBlock } from '../../rows/open-block.ts';
import { payloadEvicted } from '../../rows/payload-evicted.ts';
import type { FileMark, PieceRow, Place } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { all, get, type Query } from '../query.ts';
import type { Runner } from '../reader.ts';

export function* place(db: Dialect, { tree, event }: EventRef): Query<Place | undefined> {
  return yield* get<Place>(
    `select f.path, e.version, e."offset", e.length, e.line
       from event e join file f on f.tree = e.tree and f.file = e.file
      where e.id = ? and ${db.unindexed('e.tree')} = ?`,
    event,
    tree,
  );
}

export function* file(path: string): Query<FileMark | undefined> {
  const row = yield* get<FileRecord>(`select ${fileColumns} from file where path = ? and superseded = 0`, path);
  return row === undefined ? undefined : toFileMark(row);
}

/** By path; only those between the two, where given. */
export async function* eachFile(
  ask: Runner['ask'],
  { after: first = '', before = null }: { readonly after?: string; readonly before?: string | null } = {},
): AsyncIterable<FileMark> {
  for (let after = first; ;) {
    const found = await ask(() =>
      all<FileRecord>(
        `select ${fileColumns} from file where path > ?1 and (cast(?2 as text) is null or path < ?2)
           and superseded = 0 order by path limit 500`,
        after,
        before,
      ),
    );
    for (const row of found) yield toFileMark(row);
    if (found.length === 0) return;
    after = found.at(-1)!.path;
  }
}

export function* filesOf(session: SessionUid): Query<readonly FileMark[]> {
  const found = yield* all<FileRecord>(
    `select ${fileColumns} from file where session = ? order by role, path`,
    session,
  );
  return found.map(toFileMark);
}

export function* pieces(path: string, version: number): Query<readonly Omit<PieceRow, 'data'>[]> {
  return (yield* pieceRecords(path, version)).map(({ start, length, hash, lines }) => ({
    start,
    length,
    hash: Buffer.from(hash).toString('hex'),
    lines,
  }));
}

interface Stretch {
  readonly path: string;
  readonly version: number;
  readonly from: number;
  readonly to: number;
}

export async function* bytes(
  { ask, askAtOneMoment }: Runner,
  { path, version, from, to }: Stretch,
): AsyncIterable<Uint8Array> {
  const { records, mark } = await askAtOneMoment(function* () {
    return { records: yield* pieceRecords(path, version), mark: yield* file(path) };
  });
  const last = records.at(-1);
  const end = Math.min(to, mark?.version === version ? mark.bytes : (last?.start ?? 0) + (last?.length ?? 0));
  if (records.length === 0 && to > from) throw payloadEvicted(path);
  let at = from;
  for (const { tree, hash, start, length } of records) {
    if (start + length <= from || start >= to) continue;
    const block = await ask(() =>
      get<{ data: Uint8Array }>('select data from block where tree = ? and hash = ?', tree, hash),
    );
    if (block === undefined || start > at) throw payloadEvicted(path);
    yield openBlock(block.data, hash, { path, start, length }).subarray(Math.max(0, from - start), to - start);
    at = start + length;
  }
  if (at < end) throw payloadEvicted(path);
}

interface PieceRecord {
  readonly tree: Key;
  readonly start: number;
  readonly length: number;
  readonly hash: Uint8Array;
  readonly lines: string;
}

function* pieceRecords(path: string, version: number): Query<readonly PieceRecord[]> {
  return yield* all<PieceRecord>(
    `select p.tree, p.start, p.length, p.hash, p.lines
       from file f join piece p on p.tree = f.tree and p.file = f.file
      where f.path = ? and p.version = ? order by p.start`,
    path,
    version,
  );
}
