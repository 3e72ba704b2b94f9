import type { Key, SessionUid } from '../../model/ids.ts';
import type { FileMark } from '../store.ts';

/** A row of table `file`. */
export interface FileRecord {
  readonly tree: Key;
  readonly file: number;
  readonly path: string;
  readonly source: string;
  readonly session: string;
  readonly role: string;
  readonly version: number;
  readonly bytes: number;
  readonly offset: number;
  readonly mapped: number;
  readonly state: number;
  readonly copy: number;
  readonly raw: number;
  readonly issue: number;
  readonly torn: number;
  readonly size: number;
  readonly mtime_ms: number;
  readonly reader: string | null;
  readonly evicted: number;
  readonly read_at: number;
  readonly found_at: number | null;
}

export const fileColumns =
  'tree, file, path, source, session, role, version, bytes, "offset", mapped, state, copy, raw, issue, torn, size, mtime_ms, reader, read_at, evicted, found_at';

export function toFileMark(row: FileRecord): FileMark {
  return {
    number: row.file,
    path: row.path,
    source: row.source,
    session: row.session as SessionUid,
    role: row.role as FileMark['role'],
    version: row.version,
    bytes: row.bytes,
    offset: row.offset,
    lines: { mapped: row.mapped, state: row.state, copy: row.copy, raw: row.raw, issue: row.issue },
    torn: row.torn === 1,
    size: row.size,
    mtimeMs: row.mtime_ms,
    state: row.reader,
    readAt: row.read_at,
    ...(row.found_at !== null && { foundAt: row.found_at }),
    ...(row.evicted === 1 && { evicted: true as const }),
  };
}
