import type { Origin } from '../../model/words.ts';
import { emit } from './page.ts';
import type { Page } from './page.ts';

/** Something said to the agent, by whomever: it opens a turn. */
export function prompt(page: Page, key: string, words: string, origin: Origin): void {
  if (words === '') return;
  page.memory.turn = key;
  page.memory.lastStep = key;
  emit(page, key, { is: 'prompt', text: words, origin }, { native: page.native, role: 'user' });
}
