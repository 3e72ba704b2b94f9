import { hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Bytes of an agent's file that the archive no longer holds. */
export interface LostBytes {
  readonly path: string;
  readonly start: number;
  readonly length: number;
}

export interface BlocksMended {
  readonly put_back: number;
  readonly lost: readonly LostBytes[];
}

interface Piece {
  readonly tree: number;
  readonly hash: Uint8Array;
  readonly path: string;
  readonly start: number;
  readonly length: number;
  readonly data: Uint8Array | null;
}

/**
 * A block is named by the hash of its bytes. Where it is damaged or missing and the agent's file still has these very
 * bytes, they are put back.
 */
export function mendBlocks(db: DatabaseSync): BlocksMended {
  const places = db.prepare(
    `select p.tree, p.hash, f.path, p.start, p.length, b.data from piece p
       join file f on f.tree = p.tree and f.file = p.file
       left join block b on b.tree = p.tree and b.hash = p.hash
      where f.evicted = 0`,
  );
  const broken: Piece[] = [];
  for (const row of places.iterate()) {
    const piece = row as unknown as Piece;
    if (!isWhole(piece)) broken.push({ ...piece, data: null });
  }
  const put = db.prepare('insert or replace into block (tree, hash, size, data) values (?, ?, ?, ?)');
  const lost: LostBytes[] = [];
  let putBack = 0;
  for (const { tree, hash: name, path, start, length } of broken) {
    const bytes = read(path, start, length);
    if (bytes !== undefined && sha256(bytes).equals(name)) {
      const data = zstdCompressSync(bytes);
      put.run(tree, name, data.length, data);
      putBack++;
    } else lost.push({ path, start, length });
  }
  return { put_back: putBack, lost };
}

function isWhole({ data, length, hash: name }: Piece): boolean {
  if (data === null) return false;
  try {
    return sha256(zstdDecompressSync(data, { maxOutputLength: Math.max(1, length) })).equals(name);
  } catch {
    return false;
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** Undefined when there is no such file, or not that much of it. */
function read(path: string, start: number, length: number): Uint8Array | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(length);
      return readSync(file, bytes, 0, length, start) === length ? bytes : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
