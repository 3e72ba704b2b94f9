import type { Origin } from '../../model/words.ts';
import type { ClineContext } from './memory.ts';

/** A message to the agent, from a person or a program: it opens a turn. */
export function prompt(context: ClineContext, key: string, words: string, origin: Origin): void {
  if (words === '') return;
  context.memory.turn = key;
  context.memory.lastStep = key;
  context.emit(key, { is: 'prompt', text: words, origin }, { native: context.native, role: 'user' });
}
