/**
 * Turns vectors so that every dimension carries about the same: signs of a vector that has its energy in a few dimensions say
 * little. Random signs, then a Walsh-Hadamard transform over each power of two the length is made of, mixed once more by a
 * second pass from the other end; the same for everybody, for ever: codes are kept in stores.
 */
export function rotate(vector: Float32Array): Float32Array {
  const turned = Float32Array.from(vector);
  for (let pass = 0; pass < signs.length; pass++) {
    const flip = signs[pass]!;
    for (let at = 0; at < turned.length; at++) turned[at]! *= flip[at % flip.length]!;
    // 384 is 256 + 128: blocks from the left, then from the right, overlap and mix everything with everything.
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

const signs = [0x51ed, 0x2c1b, 0x7a3f, 0x1d0d].map(randomSigns);

function randomSigns(seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: 384 }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) + 0x6d2b_79f5;
    return (state >>> 17) & 1 ? 1 : -1;
  });
}

function hadamard(values: Float32Array, start: number, length: number): void {
  for (let half = 1; half < length; half *= 2) {
    for (let block = start; block < start + length; block += 2 * half) {
      for (let at = block; at < block + half; at++) {
        const one = values[at]!;
        const other = values[at + half]!;
        values[at] = one + other;
        values[at + half] = one - other;
      }
    }
  }
  const factor = 1 / Math.sqrt(length);
  for (let at = start; at < start + length; at++) values[at]! *= factor;
}
