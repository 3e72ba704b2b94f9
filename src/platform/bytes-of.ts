import { createReadStream, openSync, readSync, closeSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';

export type Packing = 'plain' | 'gzip' | 'zstd';

/** How a file is packed, by its first bytes; its name says nothing. */
export function packingOf(path: string): Packing {
  const magic = Buffer.alloc(4);
  const file = openSync(path, 'r');
  try {
    readSync(file, magic, 0, 4, 0);
  } finally {
    closeSync(file);
  }
  if (magic[0] === 0x1f && magic[1] === 0x8b) return 'gzip';
  return magic.readUInt32LE(0) === 0xfd2fb528 ? 'zstd' : 'plain';
}

/** A packed file ended in the middle. What could be unpacked has been delivered before this is thrown. */
export class TruncatedError extends Error {
  override readonly name = 'TruncatedError';
}

/**
 * The bytes of a file from an offset on, in chunks of up to 1 MB, unpacked where it is packed (offsets then count
 * unpacked bytes). Constant memory.
 */
export async function* bytesOf(path: string, from = 0): AsyncGenerator<Buffer> {
  const packing = packingOf(path);
  if (packing === 'plain') {
    yield* createReadStream(path, { start: from, highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>;
    return;
  }
  const unpack = packing === 'gzip' ? createGunzip() : createZstdDecompress();
  const unpacked = pipeline(createReadStream(path), unpack, () => {});
  let at = 0;
  try {
    for await (const chunk of unpacked as unknown as AsyncIterable<Buffer>) {
      const skip = Math.max(0, Math.min(chunk.length, from - at));
      at += chunk.length;
      if (skip < chunk.length) yield chunk.subarray(skip);
    }
  } catch (error) {
    if (isTruncation(error)) throw new TruncatedError(`${path} ends in the middle of its ${packing} stream`, { cause: error });
    throw error;
  }
}

function isTruncation(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return code === 'Z_BUF_ERROR' || code === 'Z_DATA_ERROR' || code.startsWith('ZSTD_');
}
