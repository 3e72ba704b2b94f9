import type { CursorContext } from './memory.ts';

/** What a person typed is wrapped, after what the editor adds: the time, open files, rules. */
export function typedIn(words: string): string | undefined {
  const from = words.indexOf('<user_query>');
  const to = words.lastIndexOf('</user_query>');
  if (from < 0 || to < from) return undefined;
  return words.slice(from + '<user_query>'.length, to).trim();
}

/** A message to the agent opens a turn. */
export function prompt(context: CursorContext, words: string): void {
  const typed = typedIn(words);
  const content = (typed ?? words).trim();
  if (content === '') return;
  // What the program adds by itself begins with a tag.
  const isAdded = typed === undefined && /^<[a-z_]+>/.test(content);
  const { key, native, memory } = context;
  memory.turn = key;
  context.setFailed(false);
  context.step(key);
  const origin = context.isSubagent || isAdded ? 'harness' : 'human';
  context.emit(key, { is: 'prompt', text: content, origin }, { native, role: 'user', fuller: true });
}
