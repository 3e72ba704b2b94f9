/**
 * SHA-256 of a short text, equal to `hash('sha256', text, 'hex')` of node:crypto. advise.cjs is bundled with this
 * instead: it makes half a dozen keys, and loading node:crypto takes longer than asking the archive.
 */
export function hash(_algorithm: 'sha256', text: string, _encoding: 'hex'): string {
  const data = new TextEncoder().encode(text);
  const size = Math.ceil((data.length + 9) / 64) * 64;
  const padded = new Uint8Array(size);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor((data.length * 8) / 2 ** 32));
  view.setUint32(size - 4, (data.length * 8) >>> 0);
  const state = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const words = new Int32Array(64);
  for (let at = 0; at < size; at += 64) block(state, words, view, at);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function block(state: Int32Array, words: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15]!, words[i - 2]!];
    words[i] =
      words[i - 16]! +
      words[i - 7]! +
      (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) +
      (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const one =
      (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + constants[i]! + words[i]!) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = state[index]! + value;
}

const primes = Array.from({ length: 311 }, (_, index) => index + 2)
  .filter((n, _, all) => all.every((m) => m * m > n || n % m > 0))
  .slice(0, 64);
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

/** The first 32 bits of the fraction. */
function fraction(value: number): number {
  return ((value % 1) * 2 ** 32) | 0;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
