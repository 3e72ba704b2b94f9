import { inflateRawSync } from 'node:zlib';

/** One file of a ZIP archive. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: number;
  read(): Buffer;
}

/** The files of a ZIP archive (a jar is one), from its directory at the end. Undefined when it is none. */
export function readZip(file: Buffer): readonly ZipEntry[] | undefined {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > file.length) return undefined;
  const entries: ZipEntry[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let count = file.readUInt16LE(end + 10); count > 0; count--) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x0201_4b50) return undefined;
    const method = file.readUInt16LE(at + 10);
    const packed = file.readUInt32LE(at + 20);
    const bytes = file.readUInt32LE(at + 24);
    const nameLength = file.readUInt16LE(at + 28);
    const start = file.readUInt32LE(at + 42);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    entries.push({ name, bytes, read: () => contentAt(file, start, { method, packed, bytes }) });
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

interface Packed {
  readonly method: number;
  readonly packed: number;
  readonly bytes: number;
}

function contentAt(file: Buffer, start: number, { method, packed, bytes }: Packed): Buffer {
  const content = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
  const stored = file.subarray(content, content + packed);
  if (method === 0) return stored;
  if (method !== 8) throw new RangeError(`The archive is packed by method ${method}, which is not known.`);
  // Never more than the directory says, whatever the content unpacks to.
  return inflateRawSync(stored, { maxOutputLength: Math.max(1, bytes) });
}
