import type { ShownText } from '../../model/event-facts.ts';
import { scanText, type Marks } from './read-text.ts';

/** What a text shows, to be found by later. */
export function readShown(text: string): ShownText {
  const { words, lines, names, paths } = scanText(text);
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

/** Most words of a text repeat; recent ones are found in a small table. */
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
