import { createReadStream, openSync, readSync, closeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';

export type Packing = 'plain' | 'gzip' | 'zstd';

/** How a file is compressed, by its first bytes; the name is not used. */
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

/** A compressed file ended in the middle. What could be decompressed was delivered before this is thrown. */
export class TruncatedError extends Error {
  override readonly name = 'TruncatedError';
}

/**
 * The bytes of a file from an offset on, decompressed if needed (offsets then count decompressed bytes). A chunk is
 * valid until the next one is requested: all share one buffer, because a new buffer per megabyte makes memory grow.
 */
export async function* bytesOf(path: string, from = 0): AsyncGenerator<Buffer> {
  const packing = packingOf(path);
  yield* packing === 'plain' ? plainBytes(path, from) : unpackedBytes(path, from, packing);
}

const chunkSize = 1 << 20;
/** One of this size for the next file. */
let spare: Buffer | undefined;

async function* plainBytes(path: string, from: number): AsyncGenerator<Buffer> {
  await using file = await open(path);
  const { size } = await file.stat();
  const buffer = spare ?? Buffer.allocUnsafeSlow(Math.max(1, Math.min(chunkSize, size - from)));
  spare = undefined;
  try {
    for (let at = from; ;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    if (buffer.length === chunkSize) spare = buffer;
  }
}

async function* unpackedBytes(path: string, from: number, packing: 'gzip' | 'zstd'): AsyncGenerator<Buffer> {
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
    if (isTruncation(error))
      throw new TruncatedError(`${path} ends in the middle of its ${packing} stream`, { cause: error });
    throw error;
  }
}

function isTruncation(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return code === 'Z_BUF_ERROR' || code === 'Z_DATA_ERROR' || code.startsWith('ZSTD_');
}
