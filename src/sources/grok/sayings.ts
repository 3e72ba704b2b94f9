import type { Origin } from '../../model/words.ts';
import { name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import { agentReported } from './agents.ts';
import type { Saying } from './memory.ts';
import { emit, patch, stepped } from './page.ts';
import type { Page } from './page.ts';
import { readable } from './record.ts';

/** Beyond this a text that comes in many lines is told as several. */
const longest = 16_000;

/**
 * What a person typed, or the program in their place: it opens a turn. Text and images of one prompt are lines of
 * their own, with the same index.
 */
export function typed(page: Page): void {
  const { memory, update } = page;
  const meta = object(update.json['_meta']);
  const model = name(meta['modelId']);
  if (model !== undefined && model !== memory.model) {
    memory.model = model;
    patch(page, { model });
  }
  const origin = originOf(meta, object(update.json['content']));
  const { saying, goesOn } = join(
    page,
    `${origin} ${number(meta['promptIndex']) ?? page.key}`,
    '\n',
    promptIn(update.json['content']),
  );
  if (saying.text.trim() === '') return;
  if (!goesOn) {
    memory.turn = saying.key;
    delete memory.said;
    delete memory.shared;
    delete memory.rejected;
  }
  tell(page, saying, goesOn, { is: 'prompt', text: saying.text, origin }, undefined);
  if (goesOn) return;
  stepped(page, saying.key);
  if (origin === 'notification') agentReported(page, saying);
}

/**
 * A turn that the program began itself, such as when a sub-agent in the background has ended, is hidden from the
 * person.
 */
function originOf(meta: JsonObject, content: JsonObject): Origin {
  if (/^true$/i.test(String(meta['hideFromScrollback'])) || meta['hostTurn'] === true) return 'notification';
  return object(content['_meta'])['displayAsCron'] === true ? 'harness' : 'human';
}

/** What was shown of a prompt, without what the program put around it for the model. */
function promptIn(content: unknown): string {
  const meta = object(object(content)['_meta']);
  const command = text(meta['bash_command']);
  if (command !== undefined) return `!${command}`;
  const words = text(meta['displayText']) ?? readable(content);
  return words
    .replace(/^(?:\s*<system-reminder>[\s\S]*?<\/system-reminder>)+\s*(?=\S)/, '')
    .replace(/^\s*<user_query>([\s\S]*?)<\/user_query>\s*$/, '$1');
}

/**
 * What the model said or thought. Grok joins the pieces of a stream before it writes them, but a long text may still
 * come in several lines. That a text answers the prompt is known; which results it was written after is not.
 */
export function said(page: Page, is: 'message' | 'thinking'): void {
  const { memory, update } = page;
  const response = `${update.promptId ?? ''} ${update.stream ?? ''}`;
  const { saying, goesOn } = join(page, `${is} ${response}`, '', readable(update.json['content']));
  if (saying.text.trim() === '') return;
  tell(page, saying, goesOn, { is, text: saying.text }, memory.turn);
  if (is === 'message') memory.said = { stream: response, key: saying.key };
}

function join(
  page: Page,
  stream: string,
  glue: string,
  words: string,
): { readonly saying: Saying; readonly goesOn: boolean } {
  const { memory, update, key, line } = page;
  const { open } = memory;
  if (open && open.stream === stream && open.text.length + words.length <= longest) {
    open.text = [open.text, words].filter((part) => part !== '').join(glue);
    return { saying: open, goesOn: true };
  }
  const saying: Saying = {
    key,
    stream,
    fromLine: line,
    ...(update.at === undefined ? {} : { at: update.at }),
    text: words,
  };
  if (words.length <= longest) memory.open = saying;
  else delete memory.open;
  return { saying, goesOn: false };
}

function tell(
  page: Page,
  { key, at, fromLine }: Saying,
  goesOn: boolean,
  what: What,
  parent: string | undefined,
): void {
  const again = goesOn ? ({ fuller: true, fromLine } as const) : {};
  const native = key.startsWith('line:') ? undefined : key;
  emit(page, key, what, {
    native,
    role: what.is === 'prompt' ? 'user' : 'assistant',
    parent,
    ...(at === undefined ? {} : { at }),
    ...again,
  });
}
