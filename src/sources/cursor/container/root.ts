/**
 * A root is a protobuf message; of its fields only the first is needed: hashes of the messages, in order. Everything
 * else is skipped by its length. A torn root gives what comes before the tear.
 */
export function messagesInRoot(root: unknown): readonly string[] {
  if (!(root instanceof Uint8Array)) return [];
  const hashes: string[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 1; at < root.length; shift *= 128) {
      const byte = root[at++]!;
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return value;
    }
    return Number.POSITIVE_INFINITY;
  };
  while (at < root.length) {
    const tag = varint();
    const wire = tag % 8;
    if (wire === 0) varint();
    else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else if (wire === 2) {
      const length = varint();
      if (at + length > root.length) break;
      if (Math.floor(tag / 8) === 1 && length === hashBytes)
        hashes.push(Buffer.from(root.subarray(at, at + length)).toString('hex'));
      at += length;
    } else break;
  }
  return hashes;
}

const hashBytes = 32;
