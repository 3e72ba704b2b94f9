import type { Origin } from '../../model/words.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { hookRan } from './hooks.ts';
import type { DroidContext } from './record-context.ts';
import { readable } from './record.ts';
import { toolResult } from './results.ts';

/**
 * A message of the role `user`: results of calls, a prompt, what the harness wrote for the model, or for the person
 * only.
 */
export function userMessage(context: DroidContext): void {
  const { entry, above, key } = context;
  if (entry.message['hookEventName'] !== undefined) return hookRan(context);

  const content = readable(entry.parts.filter((part) => part['type'] !== 'tool_result' && !isReminder(part)));
  const hasText = content.trim() !== '';
  // What was typed while calls ran comes with their results: turns are named by the message, so it has the message's
  // id.
  for (const [index, part] of entry.parts.filter(({ type }) => type === 'tool_result').entries()) {
    toolResult(context, part, index === 0 && !hasText ? key : `${key}:${index}`);
  }
  if (!hasText) return;

  if (entry.message['visibility'] === 'user_only') {
    context.emit(
      key,
      { is: 'lifecycle', type: 'notice', text: content },
      { native: entry.id, role: 'system', parent: above.event, turn: above.turn },
    );
    return context.moveTo(key, above.turn);
  }
  const origin = originOf(context, content);
  const opens = origin === 'human' || above.turn === undefined;
  const turn = opens ? key : above.turn;
  context.emit(
    key,
    { is: 'prompt', text: content, origin },
    { native: entry.id, role: 'user', parent: context.place.event, turn },
  );
  context.memory.lastStep = key;
  context.moveTo(key, turn);
}

/** Written for the model by the program: tools, skills, the state of the folder. */
function isReminder(part: JsonObject): boolean {
  return typeof part['text'] === 'string' && part['text'].trimStart().startsWith('<system-reminder>');
}

function originOf({ isSubagent, entry }: DroidContext, content: string): Origin {
  if (/^\s*<system-notification>/.test(content))
    return /<skill[ >]/.test(content.slice(0, 4000)) ? 'skill' : 'notification';
  return isSubagent || entry.message['visibility'] === 'llm_only' ? 'harness' : 'human';
}
