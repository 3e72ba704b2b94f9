import type { JsonObject } from '../../platform/parse-records.ts';
import type { ContinueContext } from './record-context.ts';
import { wordsOf } from './record.ts';

/** What a person typed. */
export function user(context: ContinueContext, message: JsonObject): boolean {
  const { memory, key, native } = context;
  const content = wordsOf(message['content']).trim();
  if (content === '') return true;
  memory.turn = key;
  context.emit(key, { is: 'prompt', text: content, origin: 'human' }, { native, role: 'user', parent: memory.above });
  memory.lastStep = memory.above = key;
  return true;
}
