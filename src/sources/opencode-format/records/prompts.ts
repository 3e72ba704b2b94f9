import { name, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { Origin } from '../../../model/words.ts';
import { nameByTime } from './keys.ts';
import type { OpenCodeContext, OpenPrompt, Prompt, PromptText } from './memory.ts';

/** How much of a text that must be joined with others is remembered. */
const rememberedText = 8_000;
const rememberedParts = 8;

export interface PromptPart {
  readonly message: string;
  readonly prompt: Prompt;
  readonly id: string;
}

/**
 * A text of a prompt: written by a person, or by the program, as its own message or as the content of a file that the
 * person named.
 */
export function readPromptText(context: OpenCodeContext, at: PromptPart, value: JsonObject): void {
  const words = (text(value['text']) ?? '').trim();
  if (words === '' || value['ignored'] === true) return;
  const open = openPrompt(context, at);
  if (!open) return;
  if (value['synthetic'] === true) {
    if (!at.prompt.emitted) prompted(context, at, words, 'harness');
    return;
  }
  const others = open.texts.filter(({ id }) => id !== at.id);
  note(open.texts, at.id, words);
  prompted(context, at, [...textsOf(others), words, ...textsOf(open.files)].join('\n'), 'human');
}

/** A file or picture attached to the text. */
export function attached(context: OpenCodeContext, at: PromptPart, value: JsonObject): void {
  const open = openPrompt(context, at);
  if (!open) return;
  note(open.files, at.id, `[attachment ${name(value['filename']) ?? name(value['mime']) ?? 'without a name'}]`);
  prompted(context, at, [...textsOf(open.texts), ...textsOf(open.files)].join('\n'), 'human');
}

/** A command of the user's that is run by a sub-agent. */
export function subtask(context: OpenCodeContext, at: PromptPart, value: JsonObject): void {
  const words = text(value['prompt']) ?? text(value['description']) ?? '';
  if (words.trim() !== '' && !at.prompt.emitted) prompted(context, at, words, 'human');
}

/** The context is about to be replaced by a summary, which continues from here. */
export function compacted(context: OpenCodeContext, prompt: Prompt | undefined, id: string, value: JsonObject): void {
  const { memory } = context;
  const { key, isKnown } = nameByTime(memory, 'compaction', id, prompt?.at);
  if (isKnown) return;
  const why = value['overflow'] === true ? ' because it was full' : value['auto'] === true ? ' automatically' : '';
  context.emit(
    key,
    { is: 'lifecycle', type: 'compaction', text: `Context compacted${why}` },
    { native: id, at: prompt?.at, role: 'system' },
  );
  if (memory.lastStep !== undefined) memory.compactedAt = memory.lastStep;
}

function prompted(context: OpenCodeContext, { message, prompt }: PromptPart, words: string, origin: Origin): void {
  const { key, at, emitted } = prompt;
  const who = origin === 'human' && context.isSubagent ? 'harness' : origin;
  context.emit(
    key,
    { is: 'prompt', text: words, origin: who },
    { native: message, at, role: 'user', turn: key, fuller: emitted },
  );
  if (emitted) return;
  prompt.emitted = true;
  context.setFailed(false);
  context.step(key);
}

/** Parts of one prompt come one after another. Once another prompt has begun, an old one is complete. */
function openPrompt({ memory }: OpenCodeContext, { message, prompt }: PromptPart): OpenPrompt | undefined {
  if (memory.openPrompt?.message === message) return memory.openPrompt;
  const isLate = prompt.emitted === true && memory.openPrompt !== undefined;
  if (isLate) return undefined;
  memory.openPrompt = { message, texts: [], files: [] };
  return memory.openPrompt;
}

function note(parts: PromptText[], id: string, words: string): void {
  const text = words.slice(0, rememberedText);
  const known = parts.find((part) => part.id === id);
  if (known) known.text = text;
  else if (parts.length < rememberedParts) parts.push({ id, text });
}

function textsOf(parts: readonly PromptText[]): readonly string[] {
  return parts.map(({ text }) => text);
}
