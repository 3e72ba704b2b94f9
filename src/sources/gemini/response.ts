import { isObject, list, name, object, text, time } from '../../platform/parse-records.ts';
import { called } from './calls.ts';
import type { Place } from './memory.ts';
import { emit, patch, wentOn } from './page.ts';
import type { Page } from './page.ts';
import { partsOf, readable } from './record.ts';
import type { Rec } from './record.ts';
import { usageOf } from './usage.ts';

/**
 * One response of the model: what it thought, said and called. It is written when it has come, and again when its
 * calls are done or when it is known what it used; only what is new is told. What it used is on the first of thought
 * and message, or on an event of its own.
 */
export function response(page: Page, record: Rec, place: Place): boolean {
  const { memory, key, isDocument } = page;
  const parts = partsOf(record['content']);
  const said = readable(parts);
  // A compressed history begins with a summary, and with this in the model's name.
  if (page.isRewritten && said === 'Got it. Thanks for the additional context!') return true;
  const isAgain = place.lead !== undefined;
  const used = usageOf(record['tokens']);
  const thought = thoughtIn(record);
  const isNews = !isAgain || said.length > (place.said ?? 0) || (used !== undefined && !place.used);
  wentOn(page);

  if (isNews) {
    const fuller = isAgain || isDocument;
    let above = isAgain ? place.above : memory.above;
    let tokens = used;
    const tell = (name: string, what: Parameters<typeof emit>[2], at?: number) => {
      emit(page, name, what, {
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
    if (thought.text !== '') tell(`${key}:thinking`, { is: 'thinking', text: thought.text }, thought.at);
    if (said.trim() !== '') tell(key, { is: 'message', text: said });
    if (tokens)
      tell(`${key}:usage`, {
        is: 'lifecycle',
        type: 'usage',
        text: `${tokens.input + tokens.cache_read} tokens in (${tokens.cache_read} cached), ${tokens.output} out`,
      });
    place.said = said.length;
    if (used) place.used = true;
    if (place.lead !== undefined) memory.response = memory.above = place.lead;
  }
  const asker = place.lead ?? memory.response ?? memory.above;
  called(page, callsIn(record, parts), asker);
  if (isNews) modelOf(page, record);
  return true;
}

/** The calls with their results; in a history written anew there are only the parts the model gets to see. */
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

function modelOf(page: Page, record: Rec): void {
  const model = name(record['model']);
  if (model === undefined || model === page.memory.model) return;
  page.memory.model = model;
  patch(page, { model });
}
