import { zstdDecompressSync } from 'node:zlib';
import type { EventRef, Key, SessionUid } from '../../model/ids.ts';
import { fileColumns, toFileMark, type FileRecord } from '../rows/file-record.ts';
import { payloadEvicted } from '../rows/payload-evicted.ts';
import type { FileMark, PieceRow, Place } from '../store.ts';
import type { Connection } from './connection.ts';
import type { SeenMarks } from './seen-marks.ts';
import type { Sql } from './sql.ts';

export async function place(sql: Sql, { tree, event }: EventRef): Promise<Place | undefined> {
  return await sql.get<Place>(
    `select f.path, e.version, e."offset", e.length, e.line from event e join file f on f.tree = e.tree and f.file = e.file
      where e.tree = ? and e.id = ?`,
    tree,
    event,
  );
}

export async function file(sql: Sql, path: string, marks?: SeenMarks): Promise<FileMark | undefined> {
  const row = await sql.get<FileRecord>(`select ${fileColumns} from file where path = ? and superseded = 0`, path);
  if (row === undefined) {
    marks?.seeNone(path);
    return undefined;
  }
  const mark = toFileMark(row);
  marks?.see(mark);
  return mark;
}

/** A page at a time, so that others may write meanwhile. */
export async function* files(
  connection: Connection,
  marks: SeenMarks,
  machine: string | undefined,
): AsyncIterable<FileMark> {
  // Names of one machine's files lie between `machine:` and what comes right after the colon.
  const [first, end] = machine === undefined ? ['', null] : [`${machine}:`, `${machine};`];
  for (let after = first; ;) {
    const rows = await connection.askOnce((sql) =>
      sql.all<FileRecord>(
        `select ${fileColumns} from file where path > ? and (?::text is null or path < ?2) and superseded = 0 order by path limit 500`,
        after,
        end,
      ),
    );
    for (const row of rows) {
      const mark = toFileMark(row);
      marks.see(mark);
      yield mark;
    }
    if (rows.length === 0) {
      marks.seeAll();
      return;
    }
    after = rows.at(-1)!.path;
  }
}

export async function filesOf(sql: Sql, session: SessionUid): Promise<readonly FileMark[]> {
  return (
    await sql.all<FileRecord>(`select ${fileColumns} from file where session = ? order by role, path`, session)
  ).map(toFileMark);
}

export async function pieces(sql: Sql, path: string, version: number): Promise<readonly Omit<PieceRow, 'data'>[]> {
  return (await pieceRows(sql, path, version)).map(({ start, length, hash, lines }) => ({
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
  const { rows, mark } = await connection.ask(async (sql) => ({
    rows: await pieceRows(sql, path, version),
    mark: await file(sql, path),
  }));
  const end = Math.min(
    to,
    mark?.version === version ? mark.bytes : (rows.at(-1)?.start ?? 0) + (rows.at(-1)?.length ?? 0),
  );
  if (rows.length === 0 && to > from) throw payloadEvicted(path);
  let at = from;
  for (const { tree, hash, start, length } of rows) {
    if (start + length <= from || start >= to) continue;
    const block = await connection.askOnce((sql) =>
      sql.get<{ data: Uint8Array }>('select data from block where tree = ? and hash = ?', tree, hash),
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

async function pieceRows(sql: Sql, path: string, version: number): Promise<readonly PieceRecord[]> {
  return await sql.all<PieceRecord>(
    `select p.tree, p.start, p.length, p.hash, p.lines from file f join piece p on p.tree = f.tree and p.file = f.file
      where f.path = ? and p.version = ? order by p.start`,
    path,
    version,
  );
}
