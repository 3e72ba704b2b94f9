import type { Origin } from '../../model/words.ts';
import { name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import { agentReported } from './agents.ts';
import type { OpenText } from './memory.ts';
import type { GrokContext } from './record-context.ts';
import { readable } from './record.ts';

/** Beyond this a text that comes in many lines is emitted as several. */
const longest = 16_000;

/**
 * A prompt of a person, or of the program in their place: it opens a turn. Text and images of one prompt are separate
 * lines with the same index.
 */
export function typed(context: GrokContext): void {
  const { memory, update } = context;
  const meta = object(update.json['_meta']);
  context.patchChanged({ model: name(meta['modelId']) });
  const origin = originOf(meta, object(update.json['content']));
  const { open, continues } = join(
    context,
    `${origin} ${number(meta['promptIndex']) ?? context.key}`,
    '\n',
    promptIn(update.json['content']),
  );
  if (open.text.trim() === '') return;
  if (!continues) {
    memory.turn = open.key;
    delete memory.message;
    delete memory.shared;
    delete memory.rejected;
  }
  emitText(context, open, continues, { is: 'prompt', text: open.text, origin }, undefined);
  if (continues) return;
  context.step(open.key);
  if (origin === 'notification') agentReported(context, open);
}

/** A turn that the program started itself, such as when a background sub-agent has ended, is hidden from the person. */
function originOf(meta: JsonObject, content: JsonObject): Origin {
  if (/^true$/i.test(String(meta['hideFromScrollback'])) || meta['hostTurn'] === true) return 'notification';
  return object(content['_meta'])['displayAsCron'] === true ? 'harness' : 'human';
}

/** A prompt as shown, without what the program added for the model. */
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
 * A message or thought of the model. Grok joins the pieces of a stream before it writes them, but a long text may still
 * come in several lines. The prompt it answers is known; which results came before it is not.
 */
export function readAgentText(context: GrokContext, is: 'message' | 'thinking'): void {
  const { memory, update } = context;
  const response = `${update.promptId ?? ''} ${update.stream ?? ''}`;
  const { open, continues } = join(context, `${is} ${response}`, '', readable(update.json['content']));
  if (open.text.trim() === '') return;
  emitText(context, open, continues, { is, text: open.text }, memory.turn);
  if (is === 'message') memory.message = { stream: response, key: open.key };
}

function join(
  context: GrokContext,
  stream: string,
  glue: string,
  words: string,
): { readonly open: OpenText; readonly continues: boolean } {
  const { memory, update, key, line } = context;
  const { open: before } = memory;
  if (before && before.stream === stream && before.text.length + words.length <= longest) {
    before.text = [before.text, words].filter((part) => part !== '').join(glue);
    return { open: before, continues: true };
  }
  const open: OpenText = {
    key,
    stream,
    fromLine: line,
    ...(update.at === undefined ? {} : { at: update.at }),
    text: words,
  };
  if (words.length <= longest) memory.open = open;
  else delete memory.open;
  return { open, continues: false };
}

function emitText(
  context: GrokContext,
  { key, at, fromLine }: OpenText,
  continues: boolean,
  what: What,
  parent: string | undefined,
): void {
  const again = continues ? ({ fuller: true, fromLine } as const) : {};
  const native = key.startsWith('line:') ? undefined : key;
  context.emit(key, what, {
    native,
    role: what.is === 'prompt' ? 'user' : 'assistant',
    parent,
    ...(at === undefined ? {} : { at }),
    ...again,
  });
}
