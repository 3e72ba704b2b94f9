import { hash } from 'node:crypto';
import { TruncatedError } from '../../platform/files/bytes-of.ts';
import type { PieceRow } from '../../store/store.ts';
import { PieceBuilder } from './piece-builder.ts';

export type Compared = 'same' | 'longer' | 'other';
type Piece = Omit<PieceRow, 'data'>;

/**
 * Compares a file with what was archived of it. `onSame` is called with every piece the file still holds, until one
 * differs; the bytes are valid until it returns or first awaits.
 */
export async function comparePieces(
  file: AsyncIterable<Uint8Array>,
  pieces: readonly Piece[],
  onSame?: (piece: Piece, bytes: Buffer) => Promise<void>,
): Promise<Compared> {
  const builder = new PieceBuilder(0);
  let next = 0;
  try {
    for await (const chunk of file) {
      builder.append(chunk);
      while (next < pieces.length && builder.start + builder.length >= pieces[next]!.start + pieces[next]!.length) {
        const piece = pieces[next++]!;
        const same = builder.cut(piece.start + piece.length, (bytes) =>
          hash('sha256', bytes, 'hex') === piece.hash ? (onSame?.(piece, bytes) ?? true) : false,
        );
        if (same === false) return 'other';
        if (same !== true) await same;
      }
      if (next === pieces.length && builder.length > 0) return 'longer';
    }
  } catch (error) {
    if (!(error instanceof TruncatedError)) throw error;
  }
  return next === pieces.length ? 'same' : 'other';
}
