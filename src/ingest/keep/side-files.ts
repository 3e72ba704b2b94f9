import { hash } from 'node:crypto';
import { statSync, type Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { zstdCompressSync } from 'node:zlib';
import { treeKey } from '../../model/ids.ts';
import type { Source } from '../../sources/source.ts';
import type { PieceRow, Store } from '../../store/store.ts';
import { pieceSize } from '../scan/piece-builder.ts';
import { noLines, type ScanJob } from '../scan/scan-batch.ts';

/** Backups of edited files can be anything; larger ones are not archived. */
const largestSideFile = 64 * 1024 * 1024;

interface Options {
  readonly store: Store;
  readonly source: Source;
  readonly job: ScanJob;
  readonly workspace: string;
  readonly at: number;
}

/** Archives the files that belong to a session without holding events. Each line of them is `state`. */
export async function keepSideFiles({ store, source, job, at }: Options): Promise<void> {
  if (!source.sideFiles) return;
  const { session } = job.identity;
  const tree = (await store.read.treeOf(session)) ?? treeKey(session);
  for await (const path of source.sideFiles({ path: job.path, identity: job.identity })) {
    const info = infoOf(path);
    if (!info?.isFile() || info.size > largestSideFile) continue;
    const mark = await store.read.file(path);
    if (mark && !mark.evicted && mark.size === info.size && mark.mtimeMs === info.mtimeMs) continue;
    const bytes = await readFile(path).catch(() => undefined);
    if (!bytes) continue;

    const pieces = cutIntoPieces(bytes);
    const version = mark ? ((await isSame(store, path, mark.version, pieces)) ? mark.version : mark.version + 1) : 0;
    await store.write.commit({
      tree,
      file: {
        path,
        source: source.name,
        session,
        role: 'side',
        version,
        bytes: bytes.length,
        offset: bytes.length,
        lines: { ...noLines, state: countLines(bytes) },
        torn: false,
        size: info.size,
        mtimeMs: info.mtimeMs,
        state: null,
        readAt: at,
      },
      pieces,
      sessions: [],
      events: [],
      again: [],
      replaced: [],
      renewed: false,
      outcomes: [],
      links: [],
      edges: [],
      chains: [],
      unknown: [],
      issues: [],
    });
  }
}

/** Most of these files do not exist, and a rejected promise costs ten times as much as this check. */
function infoOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function cutIntoPieces(bytes: Buffer): PieceRow[] {
  const pieces: PieceRow[] = [];
  for (let start = 0; start < bytes.length; start += pieceSize) {
    const part = bytes.subarray(start, start + pieceSize);
    const lines = countLines(part);
    pieces.push({
      start,
      length: part.length,
      hash: hash('sha256', part, 'hex'),
      data: zstdCompressSync(part),
      lines: lines > 0 ? `s${lines}` : '',
    });
  }
  return pieces;
}

async function isSame({ read }: Store, path: string, version: number, pieces: readonly PieceRow[]): Promise<boolean> {
  const archived = await read.pieces(path, version);
  return archived.length === pieces.length && archived.every((piece, i) => piece.hash === pieces[i]!.hash);
}

function countLines(bytes: Buffer): number {
  let lines = bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}
