import type { Key } from '../../model/ids.ts';
import type { PieceRow } from '../store.ts';
import type { Connection } from './connection.ts';

/** One version of one file. */
export interface FileVersion {
  readonly tree: Key;
  readonly file: number;
  readonly version: number;
}

/** Adds pieces; those the version had from the first of them on are replaced, and blocks nobody needs any more go with them. */
export function addPieces(connection: Connection, { tree, file, version }: FileVersion, pieces: readonly PieceRow[]): void {
  if (pieces.length === 0) return;
  const from = Math.min(...pieces.map(({ start }) => start));
  const replaced = connection.all<{ hash: Uint8Array }>(
    'select hash from piece where tree = ? and file = ? and version = ? and start >= ?', tree, file, version, from,
  );
  connection.run('delete from piece where tree = ? and file = ? and version = ? and start >= ?', tree, file, version, from);

  for (const piece of pieces) {
    const hash = Buffer.from(piece.hash, 'hex');
    putBlock(connection, tree, hash, piece);
    connection.run('insert into piece values (?, ?, ?, ?, ?, ?, ?)', tree, file, version, piece.start, piece.length, hash, piece.lines);
  }
  dropOrphans(connection, tree, replaced.map(({ hash }) => hash));
}

/** Removes those of these blocks that no piece of their tree holds. */
export function dropOrphans(connection: Connection, tree: Key, hashes: readonly Uint8Array[]): void {
  for (const hash of hashes) {
    connection.run(
      'delete from block where tree = ?1 and hash = ?2 and not exists (select 1 from piece where tree = ?1 and hash = ?2)',
      tree, hash,
    );
  }
}

function putBlock(connection: Connection, tree: Key, hash: Uint8Array, { data, start }: PieceRow): void {
  const here = connection.get('select 1 from block where tree = ? and hash = ?', tree, hash) !== undefined;
  if (here) return;
  if (data === undefined) throw new Error(`The piece at ${start} came without its bytes, and the store does not have them.`);
  connection.run('insert into block values (?, ?, ?, ?)', tree, hash, data.length, data);
}
