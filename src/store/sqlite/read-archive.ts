import { zstdDecompressSync } from 'node:zlib';
import type { EventRef, Key, SessionUid } from '../../model/ids.ts';
import { payloadEvicted } from '../rows/payload-evicted.ts';
import type { FileMark, PieceRow, Place } from '../store.ts';
import type { Connection } from './connection.ts';
import { fileColumns, toFileMark, type FileRecord } from '../rows/file-record.ts';

export function place(connection: Connection, { tree, event }: EventRef): Place | undefined {
  return connection.get<Place>(
    `select f.path, e.version, e.offset, e.length, e.line from event e join file f on f.tree = e.tree and f.file = e.file
      where e.id = ? and +e.tree = ?`,
    event,
    tree,
  );
}

export function file(connection: Connection, path: string): FileMark | undefined {
  const row = connection.get<FileRecord>(`select ${fileColumns} from file where path = ? and superseded = 0`, path);
  return row === undefined ? undefined : toFileMark(row);
}

/** A page at a time, so that others may write meanwhile. */
export async function* files(connection: Connection): AsyncIterable<FileMark> {
  for (let after = ''; ;) {
    const rows = await connection.ask(() =>
      connection.all<FileRecord>(
        `select ${fileColumns} from file where path > ? and superseded = 0 order by path limit 500`,
        after,
      ),
    );
    for (const row of rows) yield toFileMark(row);
    if (rows.length === 0) return;
    after = rows.at(-1)!.path;
  }
}

export function filesOf(connection: Connection, session: SessionUid): readonly FileMark[] {
  return connection
    .all<FileRecord>(`select ${fileColumns} from file where session = ? order by role, path`, session)
    .map(toFileMark);
}

export function pieces(connection: Connection, path: string, version: number): readonly Omit<PieceRow, 'data'>[] {
  return pieceRows(connection, path, version).map(({ start, length, hash, lines }) => ({
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

export async function* bytes(connection: Connection, { path, version, from, to }: Stretch): AsyncIterable<Uint8Array> {
  const rows = await connection.ask(() => pieceRows(connection, path, version));
  const mark = await connection.ask(() => file(connection, path));
  const end = Math.min(
    to,
    mark?.version === version ? mark.bytes : (rows.at(-1)?.start ?? 0) + (rows.at(-1)?.length ?? 0),
  );
  if (rows.length === 0 && to > from) throw payloadEvicted(path);
  let at = from;
  for (const { tree, hash, start, length } of rows) {
    if (start + length <= from || start >= to) continue;
    const block = await connection.ask(() =>
      connection.get<{ data: Uint8Array }>('select data from block where tree = ? and hash = ?', tree, hash),
    );
    if (block === undefined || start > at) throw payloadEvicted(path);
    yield zstdDecompressSync(block.data).subarray(Math.max(0, from - start), to - start);
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

function pieceRows(connection: Connection, path: string, version: number): readonly PieceRecord[] {
  return connection.all<PieceRecord>(
    `select p.tree, p.start, p.length, p.hash, p.lines from file f join piece p on p.tree = f.tree and p.file = f.file
      where f.path = ? and p.version = ? order by p.start`,
    path,
    version,
  );
}
