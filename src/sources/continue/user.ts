import type { JsonObject } from '../../platform/parse-records.ts';
import { emit } from './page.ts';
import type { Page } from './page.ts';
import { wordsOf } from './record.ts';

/** What a person typed. */
export function user(page: Page, message: JsonObject): boolean {
  const { memory, key, native } = page;
  const said = wordsOf(message['content']).trim();
  if (said === '') return true;
  memory.turn = key;
  emit(page, key, { is: 'prompt', text: said, origin: 'human' }, { native, role: 'user', parent: memory.above });
  memory.lastStep = memory.above = key;
  return true;
}
