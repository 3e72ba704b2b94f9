import { list, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { DraftFields } from '../reader/draft-of.ts';
import { usageText } from '../reader/usage-text.ts';
import type { What } from '../source.ts';
import { called } from './calls.ts';
import type { ContinueContext } from './record-context.ts';
import { wordsOf } from './record.ts';
import type { Rec } from './record.ts';
import { usageOf } from './usage.ts';

/**
 * One response: the model's thoughts, text and calls. Its usage is on the first of thought and message, or on an event
 * of its own.
 */
export function assistant(context: ContinueContext, item: Rec, message: JsonObject): boolean {
  const { memory, key, native } = context;
  let tokens = usageOf(message['usage']);
  const cents = number(object(message['usage'])['cost_cents']);
  const emitPart = (name: string, what: What, times: Pick<DraftFields, 'at' | 'durationMs'> = {}) => {
    const named = name === key ? native : name.replace(key, native);
    context.emit(name, what, {
      ...times,
      native: named,
      role: what.is === 'lifecycle' ? 'system' : 'assistant',
      parent: memory.above,
      tokens,
      usd: tokens && cents !== undefined ? cents / 100 : undefined,
    });
    tokens = undefined;
    memory.above = name;
  };
  const { text: thought, startAt, endAt } = object(item['reasoning']);
  const [began, ended] = [number(startAt), number(endAt)];
  if (text(thought)?.trim()) {
    emitPart(
      `${key}:thinking`,
      { is: 'thinking', text: String(thought) },
      { at: began, durationMs: began !== undefined && ended !== undefined ? ended - began : undefined },
    );
  }
  const content = wordsOf(message['content']);
  // A summary of the conversation is emitted as one.
  if (content.trim() !== '' && content !== item['conversationSummary']) emitPart(key, { is: 'message', text: content });
  if (tokens)
    emitPart(`${key}:usage`, { is: 'lifecycle', type: 'usage', text: usageText({ ...tokens, cache_write: 0 }) });
  called(context, item, message);
  modelOf(context, item, message);
  return true;
}

/** Some models' thoughts are messages of their own. */
export function thinking(context: ContinueContext, message: JsonObject): boolean {
  const { memory, key, native } = context;
  const thought = wordsOf(message['content']);
  if (thought.trim() === '') return true;
  context.emit(key, { is: 'thinking', text: thought }, { native, role: 'assistant', parent: memory.above });
  memory.above = key;
  return true;
}

/** `cn` records the model with the usage of a response, editors with the request. */
function modelOf(context: ContinueContext, item: Rec, message: JsonObject): void {
  const sent = object(list(item['promptLogs'])[0]);
  const model =
    name(object(message['usage'])['model']) ??
    name(object(sent['completionOptions'])['model']) ??
    name(sent['modelTitle']);
  context.patchChanged({ model });
}
