/** For programs whose `-p` wants a text, and which read their standard input before it. */
export function withPrompt(words: readonly string[]): readonly string[] {
  return words.at(-1) === '-p' || words.at(-1) === '--prompt' ? ['Answer the question above as it asks.'] : [];
}
