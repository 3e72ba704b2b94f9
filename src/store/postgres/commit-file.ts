import type { Key } from '../../model/ids.ts';
import { fileColumns, toFileMark, type FileRecord } from '../rows/file-record.ts';
import type { FileMark } from '../store.ts';
import type { Sql } from './sql.ts';

export interface FoundFile {
  /** Its number in the tree. */
  readonly file: number;
  /** The mark it had there before. */
  readonly before: FileMark | undefined;
  /** Wherever this path was read into. */
  readonly rows: readonly FileRecord[];
}

export async function findFile(sql: Sql, tree: Key, { path }: FileMark): Promise<FoundFile> {
  const rows = await sql.all<FileRecord>(`select ${fileColumns} from file where path = ?`, path);
  const here = rows.find((row) => row.tree === tree);
  return { file: here?.file ?? (await nextFile(sql, tree)), before: here && toFileMark(here), rows };
}

/** Moves its watermark. */
export async function putFile(sql: Sql, tree: Key, { file, rows }: FoundFile, mark: FileMark): Promise<void> {
  for (const row of rows) {
    if (row.tree !== tree)
      await sql.run(
        'update file set superseded = 1 where tree = ? and file = ? and superseded = 0',
        row.tree,
        row.file,
      );
    // What the lines of an older version were counts no more.
    if (row.version !== mark.version) await dropFindings(sql, row);
    if (row.evicted === 1 && row.version !== mark.version) await dropEvictedPieces(sql, row);
  }
  const { lines } = mark;
  await sql.run(
    `insert into file (tree, file, path, source, session, role, version, bytes, "offset", mapped, state, copy, raw, issue,
       torn, size, mtime_ms, reader, read_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (tree, file) do update set path = excluded.path, source = excluded.source, session = excluded.session, role = excluded.role,
       version = excluded.version, bytes = excluded.bytes, "offset" = excluded."offset", mapped = excluded.mapped, state = excluded.state,
       copy = excluded.copy, raw = excluded.raw, issue = excluded.issue, torn = excluded.torn, size = excluded.size, mtime_ms = excluded.mtime_ms,
       reader = excluded.reader, read_at = excluded.read_at, superseded = 0, evicted = 0`,
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
  );
}

async function nextFile(sql: Sql, tree: Key): Promise<number> {
  return (await sql.get<{ file: number }>('select coalesce(max(file), 0) + 1 as file from file where tree = ?', tree))!
    .file;
}

async function dropFindings(sql: Sql, { tree, file }: FileRecord): Promise<void> {
  await sql.run('delete from issue where tree = ? and file = ?', tree, file);
  await sql.run('delete from unknown_kind where tree = ? and file = ?', tree, file);
}

/** The file was written anew since its bytes were let go: nothing will bring them back. */
async function dropEvictedPieces(sql: Sql, { tree, file, version }: FileRecord): Promise<void> {
  await sql.run(
    `delete from piece where tree = ?1 and file = ?2 and version = ?3
        and not exists (select 1 from block where block.tree = ?1 and block.hash = piece.hash)`,
    tree,
    file,
    version,
  );
}
