import { all, get, run, type Query } from '../query.ts';
import type { Key } from '../../../model/ids.ts';
import { fileColumns, toFileMark, type FileRecord } from '../../rows/file-record.ts';
import type { FileMark } from '../../store.ts';

/** How far a file was read. */
export type Progress = Pick<FileMark, 'version' | 'bytes' | 'offset' | 'lines'>;

export interface FoundFile {
  /** Its number in the tree. */
  readonly file: number;
  /** The watermark it had there before. */
  readonly before: FileMark | undefined;
  /** Wherever this path was read into. */
  readonly rows: readonly FileRecord[];
}

export function* findFile(tree: Key, { path }: FileMark): Query<FoundFile> {
  const rows = yield* all<FileRecord>(`select ${fileColumns} from file where path = ?`, path);
  const here = rows.find((row) => row.tree === tree);
  return { file: here?.file ?? (yield* nextFile(tree)), before: here && toFileMark(here), rows };
}

/** Moves the watermark of a file. */
export function* putFile(tree: Key, { file, rows }: FoundFile, mark: FileMark): Query<void> {
  for (const row of rows) {
    if (row.tree !== tree)
      yield* run('update file set superseded = 1 where tree = ? and file = ? and superseded = 0', row.tree, row.file);
    // Dispositions of an older version's lines no longer count.
    if (row.version !== mark.version) yield* dropFindings(row);
    if (row.evicted === 1 && row.version !== mark.version) yield* dropEvictedPieces(row);
  }
  const { lines } = mark;
  yield* run(
    `insert into file (tree, file, path, source, session, role, version, bytes, "offset", mapped, state, copy, raw, issue,
       torn, size, mtime_ms, reader, read_at, found_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (tree, file) do update set path = excluded.path, source = excluded.source, session = excluded.session, role = excluded.role,
       version = excluded.version, bytes = excluded.bytes, "offset" = excluded."offset", mapped = excluded.mapped, state = excluded.state,
       copy = excluded.copy, raw = excluded.raw, issue = excluded.issue, torn = excluded.torn, size = excluded.size, mtime_ms = excluded.mtime_ms,
       reader = excluded.reader, read_at = excluded.read_at, found_at = coalesce(file.found_at, excluded.found_at), superseded = 0, evicted = 0`,
    tree,
    file,
    mark.path,
    mark.source,
    mark.session,
    mark.role,
    mark.version,
    mark.bytes,
    mark.offset,
    lines.mapped,
    lines.state,
    lines.copy,
    lines.raw,
    lines.issue,
    Number(mark.torn),
    mark.size,
    mark.mtimeMs,
    mark.state,
    mark.readAt,
    mark.foundAt ?? null,
  );
}

function* nextFile(tree: Key): Query<number> {
  return (yield* get<{ file: number }>('select coalesce(max(file), 0) + 1 as file from file where tree = ?', tree))!
    .file;
}

function* dropFindings({ tree, file }: FileRecord): Query<void> {
  yield* run('delete from issue where tree = ? and file = ?', tree, file);
  yield* run('delete from unknown_kind where tree = ? and file = ?', tree, file);
}

/** The file was rewritten since its bytes were evicted: nothing will restore them. */
function* dropEvictedPieces({ tree, file, version }: FileRecord): Query<void> {
  yield* run(
    `delete from piece where tree = ?1 and file = ?2 and version = ?3
        and not exists (select 1 from block where block.tree = ?1 and block.hash = piece.hash)`,
    tree,
    file,
    version,
  );
}
