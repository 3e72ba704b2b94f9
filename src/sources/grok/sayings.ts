import { name, number, object } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import type { Saying } from './memory.ts';
import { emit, patch, stepped } from './page.ts';
import type { Page } from './page.ts';
import { readable } from './record.ts';

/** Beyond this a text that comes in many lines is told as several. */
const longest = 16_000;

/** What a person typed: it opens the turn. Text and images of one prompt are lines of their own, with the same index. */
export function typed(page: Page): void {
  const { memory, update } = page;
  const meta = object(update.json['_meta']);
  const index = number(meta['promptIndex']);
  const model = name(meta['modelId']);
  if (model !== undefined && model !== memory.model) {
    memory.model = model;
    patch(page, { model });
  }
  const { saying, goesOn } = join(page, `prompt ${index ?? page.key}`, '\n');
  if (saying.text.trim() === '') return;
  if (!goesOn) {
    memory.turn = saying.key;
    delete memory.said;
    delete memory.shared;
  }
  tell(page, saying, goesOn, { is: 'prompt', text: saying.text, origin: 'human' }, undefined);
  if (!goesOn) stepped(page, saying.key);
}

/**
 * What the model said or thought. Grok joins the pieces of a stream before it writes them, but a long text may still come in
 * several lines. That a text answers the prompt is known; which results it was written after is not.
 */
export function said(page: Page, is: 'message' | 'thinking'): void {
  const { memory, update } = page;
  const response = `${update.promptId ?? ''} ${update.stream ?? ''}`;
  const { saying, goesOn } = join(page, `${is} ${response}`, '');
  if (saying.text.trim() === '') return;
  tell(page, saying, goesOn, { is, text: saying.text }, memory.turn);
  if (is === 'message') memory.said = { stream: response, key: saying.key };
}

function join(page: Page, stream: string, glue: string): { readonly saying: Saying; readonly goesOn: boolean } {
  const { memory, update, key, line } = page;
  const words = readable(update.json['content']);
  const { open } = memory;
  if (open && open.stream === stream && open.text.length + words.length <= longest) {
    open.text = [open.text, words].filter((part) => part !== '').join(glue);
    return { saying: open, goesOn: true };
  }
  const saying: Saying = { key, stream, fromLine: line, ...(update.at === undefined ? {} : { at: update.at }), text: words };
  if (words.length <= longest) memory.open = saying;
  else delete memory.open;
  return { saying, goesOn: false };
}

function tell(page: Page, { key, at, fromLine }: Saying, goesOn: boolean, what: What, parent: string | undefined): void {
  const again = goesOn ? ({ fuller: true, fromLine } as const) : {};
  const native = key.startsWith('line:') ? undefined : key;
  emit(page, key, what, { native, role: what.is === 'prompt' ? 'user' : 'assistant', parent, ...(at === undefined ? {} : { at }), ...again });
}
