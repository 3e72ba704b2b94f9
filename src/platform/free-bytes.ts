/**
 * Returns the memory of a large buffer at once. V8 does so at a later collection; a server that reads one block after
 * another would hold a hundred megabytes of them by then. Only for bytes that nobody else looks at: they are gone. Small
 * ones, which may share their memory, are left alone.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength < alone || !(buffer instanceof ArrayBuffer) || buffer.byteLength > byteLength + spare) return;
  buffer.transfer(0);
}

/** Buffers from here on never come from Node's pool. */
const alone = 64 * 1024;
const spare = 64;
