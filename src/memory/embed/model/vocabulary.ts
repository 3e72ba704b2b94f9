/** The words of a model with their numbers, from `vocab.txt` or `tokenizer.json`. */
export function readVocabulary(name: string, text: string): ReadonlyMap<string, number> {
  if (name.endsWith('.json')) return wordsOfTokenizer(text);
  return new Map(
    text
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
      .map((word, id) => [word, id]),
  );
}

/** As `vocab.txt` has them, which is read ten times as fast. */
export function writeVocabulary(ids: ReadonlyMap<string, number>): string {
  const words: string[] = [];
  for (const [word, id] of ids) words[id] = word;
  return `${Array.from(words, (word, id) => word ?? `[unused ${id}]`).join('\n')}\n`;
}

function wordsOfTokenizer(text: string): ReadonlyMap<string, number> {
  const { model } = JSON.parse(text) as { model?: { vocab?: unknown } };
  const vocabulary = model?.vocab;
  if (typeof vocabulary !== 'object' || vocabulary === null || Array.isArray(vocabulary))
    throw new TypeError('The tokenizer has no vocabulary of words.');
  return new Map(Object.entries(vocabulary as Record<string, number>));
}
