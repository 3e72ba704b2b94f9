import { glance, type Marks } from './read-text.ts';

/**
 * What a text shows, to be found by later: hashes, most of them once. Small, so that it can travel from thread to
 * thread.
 */
export interface Shown {
  /** Words, then lines, then names, then paths. */
  readonly hashes: Int32Array;
  readonly words: number;
  readonly lines: number;
  readonly names: number;
  /** Characters of the text. */
  readonly size: number;
}

export function readShown(text: string): Shown {
  const { words, lines, names, paths } = glance(text);
  const all = new Int32Array(words.length + lines.length + names.length + paths.length);
  let length = 0;
  const put = (marks: Marks): number => {
    const before = length;
    length = putOnce(marks, all, length);
    return length - before;
  };
  const counts = { words: put(words), lines: put(lines), names: put(names) };
  put(paths);
  return { hashes: all.slice(0, length), ...counts, size: text.length };
}

/** Most words of a text come again in it; those that have just been put are known by a glance at a small table. */
function putOnce({ hash, length }: Marks, into: Int32Array, from: number): number {
  const round = ++rounds;
  let to = from;
  for (let at = 0; at < length; at++) {
    const word = hash[at]!;
    const slot = word & (putLately.length - 1);
    if (putLately[slot] === word && putIn[slot] === round) continue;
    putLately[slot] = word;
    putIn[slot] = round;
    into[to++] = word;
  }
  return to;
}

const putLately = new Int32Array(4096);
const putIn = new Float64Array(putLately.length);
let rounds = 0;
