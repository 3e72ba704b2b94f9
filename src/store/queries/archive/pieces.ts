import { all, get, run, type Query } from '../query.ts';
import type { Key } from '../../../model/ids.ts';
import { readRuns } from '../../../platform/files/line-runs.ts';
import type { PieceRow } from '../../store.ts';

/** One version of one file. */
export interface FileVersion {
  readonly tree: Key;
  readonly file: number;
  readonly version: number;
}

/**
 * Adds pieces. One that is there already stays, and so does everything after it: a version that is read again from the
 * archive must not lose what it has not reached yet. Where one differs, it replaces everything the version had from
 * there on, and unused blocks are removed.
 */
export function* addPieces({ tree, file, version }: FileVersion, pieces: readonly PieceRow[]): Query<void> {
  for (const piece of pieces) {
    const hash = Buffer.from(piece.hash, 'hex');
    const isHere =
      (yield* run(
        'update piece set lines = ? where tree = ? and file = ? and version = ? and start = ? and length = ? and hash = ?',
        piece.lines,
        tree,
        file,
        version,
        piece.start,
        piece.length,
        hash,
      )) > 0;
    if (isHere) {
      // Its bytes may have been evicted.
      if (piece.data) yield* putBlock(tree, hash, piece);
      continue;
    }

    const place = [tree, file, version, piece.start];
    const isReplaced = 'tree = ? and file = ? and version = ? and start >= ?';
    const replaced = yield* all<{ hash: Uint8Array }>(`select hash from piece where ${isReplaced}`, ...place);
    if (replaced.length > 0) yield* run(`delete from piece where ${isReplaced}`, ...place);
    yield* putBlock(tree, hash, piece);
    yield* run(
      'insert into piece values (?, ?, ?, ?, ?, ?, ?)',
      tree,
      file,
      version,
      piece.start,
      piece.length,
      hash,
      piece.lines,
    );
    yield* dropOrphans(
      tree,
      replaced.map((row) => row.hash),
    );
  }
}

/**
 * Drops the bytes of versions before this one that hold no event any more, unless they had more unreadable records: a
 * later reader may understand them.
 */
export function* dropOlderVersions({ tree, file, version }: FileVersion): Query<void> {
  const old = yield* all<{ version: number }>(
    `select distinct version from piece where tree = ?1 and file = ?2 and version < ?3
        and version not in (select version from event where tree = ?1 and file = ?2)`,
    tree,
    file,
    version,
  );
  const piecesOf = (of: number) =>
    all<{ hash: Uint8Array; lines: string }>(
      'select hash, lines from piece where tree = ? and file = ? and version = ?',
      tree,
      file,
      of,
    );
  const raw = old.length === 0 ? 0 : rawIn(yield* piecesOf(version));
  for (const row of old) {
    const pieces = yield* piecesOf(row.version);
    if (rawIn(pieces) > raw) continue;
    yield* run('delete from piece where tree = ? and file = ? and version = ?', tree, file, row.version);
    yield* dropOrphans(
      tree,
      pieces.map(({ hash }) => hash),
    );
  }
}

function rawIn(pieces: readonly { readonly lines: string }[]): number {
  let raw = 0;
  for (const { lines } of pieces) for (const disposition of readRuns(lines)) if (disposition === 'raw') raw++;
  return raw;
}

/** Removes those of these blocks that no piece of their tree holds. */
export function* dropOrphans(tree: Key, hashes: readonly Uint8Array[]): Query<void> {
  for (const hash of hashes) {
    yield* run(
      'delete from block where tree = ?1 and hash = ?2 and not exists (select 1 from piece where tree = ?1 and hash = ?2)',
      tree,
      hash,
    );
  }
}

export function* putBlock(tree: Key, hash: Uint8Array, { data, start }: PieceRow): Query<void> {
  const here = (yield* get('select 1 from block where tree = ? and hash = ?', tree, hash)) !== undefined;
  if (here) return;
  if (data === undefined)
    throw new Error(`The piece at ${start} came without its bytes, and the store does not have them.`);
  yield* run('insert into block values (?, ?, ?, ?)', tree, hash, data.length, data);
}
