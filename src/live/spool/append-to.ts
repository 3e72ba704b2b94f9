import { mkdir, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Appends whole lines to a file only the user may read, and returns when they are on disk. */
export async function appendTo(path: string, lines: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    // A crash may have left half a line; new lines must not become part of it.
    await file.appendFile((await endsWithin(file, size)) ? `\n${lines}` : lines);
    await file.datasync();
    if (size === 0) await keepName(folder);
  } finally {
    await file.close();
  }
}

async function endsWithin(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 && buffer[0] !== 10;
}

/** A new file's name is stored in its folder, which must be synced too. Windows cannot and need not. */
async function keepName(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  try {
    await handle?.sync().catch(() => undefined);
  } finally {
    await handle?.close();
  }
}
