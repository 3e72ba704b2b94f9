import type { EditText } from '../history/step.ts';
import { GrowingMarks, scanText, type Marks } from './read-text.ts';
import { HashSet } from '../../platform/hash-set.ts';

/** The words of a call: of its arguments and of the text its edits write. Valid until the next call is read. */
export interface CallText {
  readonly text: string;
  readonly wordsInText: Marks;
  /** Those that its edits replace. */
  readonly replaced: Pick<HashSet, 'has'>;
  /** Where those are that are its own and not replaced, each once. */
  readonly places: readonly number[];
  /** All that it has or replaces, each once. */
  readonly all: Int32Array;
}

const wordsInText = new GrowingMarks();
const replaced = new HashSet();
const own = new HashSet();

export function readCall(text: string, edits: readonly EditText[]): CallText {
  wordsInText.length = 0;
  const { words } = scanText(text);
  const parts = words.length > 0 ? [text] : [];
  wordsInText.append(words, 0);
  let shift = words.length > 0 ? text.length + 1 : 0;
  for (const edit of edits) {
    if (edit.textRead.words.length === 0) continue;
    parts.push(edit.text);
    wordsInText.append(edit.textRead.words, shift);
    shift += edit.text.length + 1;
  }
  const all = replacedOnce(edits);
  const places: number[] = [];
  own.clear();
  const { hash, length } = wordsInText;
  for (let at = 0; at < length; at++) {
    const word = hash[at]!;
    if (replaced.has(word) || !own.add(word)) continue;
    places.push(at);
    all.push(word);
  }
  return { text: parts.join('\n'), wordsInText, replaced, places, all: new Int32Array(all) };
}

function replacedOnce(edits: readonly EditText[]): number[] {
  const words: number[] = [];
  replaced.clear();
  for (const { oldRead } of edits)
    for (let at = 0; at < oldRead.words.length; at++) {
      const word = oldRead.words.hash[at]!;
      if (replaced.add(word)) words.push(word);
    }
  return words;
}
