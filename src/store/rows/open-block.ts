import { hash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';

/** Where a block lies: the file, and the stretch of it that the block holds. */
export interface BlockPlace {
  readonly path: string;
  readonly start: number;
  readonly length: number;
}

/** The bytes of a block. It is named by their hash, so that damage is noticed: other bytes are never returned. */
export function openBlock(data: Uint8Array, name: Uint8Array, place: BlockPlace): Uint8Array {
  const bytes = decompressed(data, place.length);
  if (bytes === undefined || !hash('sha256', bytes, 'buffer').equals(name)) throw blockDamaged(name, place);
  return bytes;
}

/** Damage may make it look like a block of any size. */
function decompressed(data: Uint8Array, length: number): Uint8Array | undefined {
  try {
    // One chunk, with a byte to spare by which zlib sees that nothing follows: many small ones are joined by copying.
    return zstdDecompressSync(data, {
      maxOutputLength: Math.max(1, length),
      chunkSize: Math.max(smallestChunk, length + 1),
    });
  } catch {
    return undefined;
  }
}

/** The least that zlib takes. */
const smallestChunk = 64;

function blockDamaged(name: Uint8Array, { path, start, length }: BlockPlace): StemmaError {
  const block = Buffer.from(name).toString('hex').slice(0, 12);
  return new StemmaError(
    'block-damaged',
    `The block ${block} of the archive is damaged: bytes ${start} to ${start + length} of ${redact(path)} cannot be read.`,
    {
      hint: 'Everything else can. `stemma doctor --check` names all damaged blocks; a backup made with `stemma backup` may still have this one.',
    },
  );
}
