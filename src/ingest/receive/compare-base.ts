import { hash } from 'node:crypto';
import type { FileMark, StoreReader } from '../../store/store.ts';
import type { Base, Delivery, Piece } from './delivery.ts';

/** What the archive has of a file. */
export interface Held extends Base {
  readonly pieces: readonly Piece[];
}

export const nothingHeld: Held = { version: -1, bytes: 0, etag: '', pieces: [] };

export async function heldOf(read: StoreReader, mark: FileMark | undefined): Promise<Held> {
  if (!mark) return nothingHeld;
  const { path, version, bytes } = mark;
  const pieces = (await read.pieces(path, version)).map(({ start, length, hash }) => ({ start, length, hash }));
  const etag = hash(
    'sha256',
    `${version}\n${pieces.map((piece) => `${piece.length} ${piece.hash}`).join('\n')}`,
    'hex',
  );
  // What was evicted cannot be continued: it is to be sent again.
  return { version, bytes, etag: etag.slice(0, 32), pieces: mark.evicted ? [] : pieces };
}

export type Fit =
  /** So many bytes of the delivery are here already, and go on where the archive ends. */
  { readonly is: 'appended'; readonly known: number } | { readonly is: 'rewritten' } | { readonly is: 'other' };

/** Whether a delivery goes on from what the archive has: compared by content, so that one sent twice adds nothing. */
export async function fitOf(read: StoreReader, { path, base, keep, bytes }: Delivery, held: Held): Promise<Fit> {
  if (held === nothingHeld) return base === null ? { is: 'appended', known: 0 } : { is: 'other' };
  if (base === null || base.version !== held.version || base.bytes > held.bytes) return { is: 'other' };
  const isAppended = keep === base.bytes;
  if (base.bytes === held.bytes) {
    if (base.etag !== held.etag) return { is: 'other' };
    if (!isAppended) return keep > 0 && held.pieces.length === 0 ? { is: 'other' } : { is: 'rewritten' };
    return held.pieces.length === 0 && held.bytes > 0 ? { is: 'other' } : { is: 'appended', known: 0 };
  }
  if (!isAppended || bytes.length === 0 || held.pieces.length === 0) return { is: 'other' };
  // The answer to an earlier delivery was lost, and this one repeats it, perhaps with more.
  const known = Math.min(bytes.length, held.bytes - base.bytes);
  let at = 0;
  for await (const part of read.bytes(path, held.version, base.bytes, base.bytes + known)) {
    if (Buffer.compare(part, bytes.subarray(at, at + part.length)) !== 0) return { is: 'other' };
    at += part.length;
  }
  return { is: 'appended', known };
}
