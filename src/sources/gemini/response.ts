import { isObject, list, name, object, text, time } from '../../platform/parse-records.ts';
import { usageText } from '../reader/usage-text.ts';
import type { What } from '../source.ts';
import { called } from './calls.ts';
import type { Place } from './memory.ts';
import type { GeminiContext } from './record-context.ts';
import { partsOf, readable } from './record.ts';
import type { Rec } from './record.ts';
import { usageOf } from './usage.ts';

/**
 * One response of the model: thoughts, text and calls. It is written when it arrives, and again when its calls are done
 * or its usage is known; only what is new is emitted. Its usage is on the first of thought and message, or on an event
 * of its own.
 */
export function response(context: GeminiContext, record: Rec, place: Place): boolean {
  const { memory, key, isDocument } = context;
  const parts = partsOf(record['content']);
  const content = readable(parts);
  // A compressed history begins with a summary, and with this in the model's name.
  if (context.isRewritten && content === 'Got it. Thanks for the additional context!') return true;
  const isAgain = place.lead !== undefined;
  const used = usageOf(record['tokens']);
  const thought = thoughtIn(record);
  const isNews = !isAgain || content.length > (place.length ?? 0) || (used !== undefined && !place.used);
  context.setFailed(false);

  if (isNews) {
    const fuller = isAgain || isDocument;
    let above = isAgain ? place.above : memory.above;
    let tokens = used;
    const emitPart = (name: string, what: What, at?: number) => {
      context.emit(name, what, {
        native: name,
        role: what.is === 'lifecycle' ? 'system' : 'assistant',
        parent: above,
        tokens,
        at,
        fuller,
      });
      tokens = undefined;
      above = place.lead = name;
    };
    if (thought.text !== '') emitPart(`${key}:thinking`, { is: 'thinking', text: thought.text }, thought.at);
    if (content.trim() !== '') emitPart(key, { is: 'message', text: content });
    if (tokens) emitPart(`${key}:usage`, { is: 'lifecycle', type: 'usage', text: usageText(tokens) });
    place.length = content.length;
    if (used) place.used = true;
    if (place.lead !== undefined) memory.response = memory.above = place.lead;
  }
  const asker = place.lead ?? memory.response ?? memory.above;
  called(context, callsIn(record, parts), asker);
  if (isNews) context.patchChanged({ model: name(record['model']) });
  return true;
}

/** The calls with their results; a rewritten history has only the parts the model sees. */
function callsIn(record: Rec, parts: ReturnType<typeof partsOf>): readonly Rec[] {
  const calls = list(record['toolCalls']).filter(isObject);
  return calls.length > 0 ? calls : parts.map((part) => part['functionCall']).filter(isObject);
}

function thoughtIn(record: Rec): { readonly text: string; readonly at?: number } {
  const thoughts = list(record['thoughts']).map(object);
  const words = thoughts
    .map(({ subject, description }) => [text(subject), text(description)].filter(Boolean).join('\n'))
    .filter((one) => one.trim() !== '');
  const at = time(thoughts[0]?.['timestamp']);
  return { text: words.join('\n\n'), ...(at === undefined ? {} : { at }) };
}
