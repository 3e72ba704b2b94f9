import type { Key } from '../../model/ids.ts';
import type { FileMark } from '../store.ts';
import type { Connection } from './connection.ts';
import { fileColumns, toFileMark, type FileRecord } from '../rows/file-record.ts';

/** Moves a file's watermark; gives its number in the tree and the mark it had there before. */
export function putFile(
  connection: Connection,
  tree: Key,
  mark: FileMark,
): { readonly file: number; readonly before: FileMark | undefined } {
  const rows = connection.all<FileRecord>(`select ${fileColumns} from file where path = ?`, mark.path);
  const here = rows.find((row) => row.tree === tree);
  for (const row of rows) {
    if (row.tree !== tree)
      connection.run('update file set superseded = 1 where tree = ? and file = ?', row.tree, row.file);
    // What the lines of an older version were counts no more.
    if (row.version !== mark.version) dropFindings(connection, row);
    if (row.evicted === 1 && row.version !== mark.version) dropEvictedPieces(connection, row);
  }

  const file = here?.file ?? nextFile(connection, tree);
  const { lines } = mark;
  connection.run(
    `insert or replace into file (tree, file, path, source, session, role, version, bytes, offset, mapped, state, copy, raw, issue,
       torn, size, mtime_ms, reader, read_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
  return { file, before: here === undefined ? undefined : toFileMark(here) };
}

function nextFile(connection: Connection, tree: Key): number {
  return connection.get<{ file: number }>('select coalesce(max(file), 0) + 1 as file from file where tree = ?', tree)!
    .file;
}

function dropFindings(connection: Connection, { tree, file }: FileRecord): void {
  connection.run('delete from issue where tree = ? and file = ?', tree, file);
  connection.run('delete from unknown_kind where tree = ? and file = ?', tree, file);
}

/** The file was written anew since its bytes were let go: nothing will bring them back. */
function dropEvictedPieces(connection: Connection, { tree, file, version }: FileRecord): void {
  connection.run(
    `delete from piece where tree = ?1 and file = ?2 and version = ?3
        and not exists (select 1 from block where block.tree = ?1 and block.hash = piece.hash)`,
    tree,
    file,
    version,
  );
}
