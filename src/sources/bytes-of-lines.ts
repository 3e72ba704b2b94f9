const chunkSize = 256 * 1024;

/** Lines, many of them short, as bytes in larger chunks, without the first `from` bytes: see `Container.bytes`. */
export async function* bytesOfLines(
  lines: Iterable<string> | AsyncIterable<string>,
  from: number,
): AsyncGenerator<Uint8Array> {
  let passed = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const line of lines) {
    const bytes = Buffer.from(`${line}\n`);
    const wanted = bytes.subarray(Math.max(0, Math.min(bytes.length, from - passed)));
    passed += bytes.length;
    if (wanted.length === 0) continue;
    waiting.push(wanted);
    size += wanted.length;
    if (size < chunkSize) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
