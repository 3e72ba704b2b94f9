import { name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import type { OpenCall } from './memory.ts';
import type { DroidContext } from './record-context.ts';

/**
 * One model response. Its first text has the message's id, or its first part where it has no text; the other parts are
 * its children, named by their position.
 */
export function assistantMessage(context: DroidContext): void {
  const { key, above, entry, memory } = context;
  const { event, turn } = above;
  const parts = entry.parts.flatMap((part, index) => whatOf(part).map((what) => ({ part, what, index })));
  context.patchChanged({ model: name(entry.message['modelId']) ?? name(entry.message['model']) });
  const head = parts.find(({ what }) => what.is === 'message') ?? parts[0];
  if (head === undefined) return;

  for (const { part, what, index } of parts) {
    const isHead = index === head.index;
    const own = isHead ? key : `${key}:${index}`;
    const id = name(part['id']);
    context.emit(own, what, {
      native: what.is === 'call' ? id : isHead ? entry.id : undefined,
      role: 'assistant',
      // A thought before the text has the same parent as the text.
      parent: isHead || what.is === 'thinking' ? event : key,
      turn,
      durationMs: what.is === 'thinking' ? number(part['durationMs']) : undefined,
    });
    if (what.is !== 'call') continue;
    memory.lastStep = own;
    const agent = agentIn(part);
    if (id !== undefined)
      memory.calls.set(id, {
        key: own,
        ...(turn === undefined ? {} : { turn }),
        ...(agent === undefined ? {} : { agent }),
      });
  }
  context.moveTo(key, turn);
}

function whatOf(part: JsonObject): readonly What[] {
  const words = text(part['text']) ?? text(part['thinking']) ?? '';
  switch (part['type']) {
    case 'text':
      return words === '' ? [] : [{ is: 'message', text: words }];
    case 'thinking':
      // An encrypted thought is only a signature.
      return words === '' ? [] : [{ is: 'thinking', text: words }];
    case 'tool_use':
      return [{ is: 'call', tool: name(part['name']) ?? 'unknown', input: part['input'] ?? null }];
    default:
      return [];
  }
}

function agentIn(part: JsonObject): OpenCall['agent'] {
  if (part['name'] !== 'Task') return undefined;
  const input = object(part['input']);
  return input['await'] === false || input['run_in_background'] === true ? 'background' : 'awaited';
}
