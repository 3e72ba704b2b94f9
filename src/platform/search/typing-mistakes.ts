/**
 * The words that a mistyped one may stand for: one letter too many, two exchanged, one wrong, one
 * missing; likely mistakes first. The first letter is taken to be right. All of them are made and looked up, so no list
 * of all words is needed.
 */
export function nearWords(word: string): readonly string[] {
  if (!/^[a-z0-9]{4,16}$/.test(word) || /\d.*\d/.test(word)) return [];
  const near = new Set<string>();
  for (let at = 1; at < word.length - 1; at++)
    near.add(word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2));
  for (let at = 1; at < word.length; at++) near.add(word.slice(0, at) + word.slice(at + 1));
  for (let at = 1; at <= word.length; at++) {
    for (const letter of letters) near.add(word.slice(0, at) + letter + word.slice(at));
  }
  for (let at = 1; at < word.length; at++) {
    for (const letter of letters) near.add(word.slice(0, at) + letter + word.slice(at + 1));
  }
  near.delete(word);
  return [...near];
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
