/**
 * Rotates vectors so that every dimension carries about the same: the signs of a vector with its energy in a few
 * dimensions carry little information. Random signs, then a Walsh-Hadamard transform over each power of two in the
 * length; three times, from the left and from the right in turn, after which everything is mixed. The same on every
 * machine.
 */
export function rotate(vector: Float32Array): Float32Array {
  const turned = new Float32Array(vector);
  for (let pass = 0; pass < signs.length; pass++) {
    const flip = signs[pass]!;
    for (let at = 0; at < length; at++) turned[at]! *= flip[at]!;
    // 384 is 256 + 128.
    if (pass % 2 === 0) {
      hadamard(turned, 0, 256);
      hadamard(turned, 256, 128);
    } else {
      hadamard(turned, 0, 128);
      hadamard(turned, 128, 256);
    }
  }
  return turned;
}

const length = 384;
const signs = [0x51ed, 0x2c1b, 0x7a3f].map(randomSigns);

function randomSigns(seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) + 0x6d2b_79f5;
    return (state >>> 17) & 1 ? 1 : -1;
  });
}

function hadamard(values: Float32Array, start: number, size: number): void {
  const end = start + size;
  // The first two steps in one: their inner loops would be too short to be worth entering.
  for (let at = start; at < end; at += 4) {
    const a = values[at]!;
    const b = values[at + 1]!;
    const c = values[at + 2]!;
    const d = values[at + 3]!;
    values[at] = a + b + c + d;
    values[at + 1] = a - b + c - d;
    values[at + 2] = a + b - c - d;
    values[at + 3] = a - b - c + d;
  }
  for (let half = 4; half < size; half *= 2) {
    for (let block = start; block < end; block += 2 * half) {
      for (let at = block; at < block + half; at++) {
        const one = values[at]!;
        const other = values[at + half]!;
        values[at] = one + other;
        values[at + half] = one - other;
      }
    }
  }
  const factor = 1 / Math.sqrt(size);
  for (let at = start; at < end; at++) values[at]! *= factor;
}
