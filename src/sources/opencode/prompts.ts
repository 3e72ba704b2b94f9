import { name, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { Origin } from '../../model/words.ts';
import { nameByTime } from './keys.ts';
import type { Prompt, Saying } from './memory.ts';
import { emit, stepped, wentOn } from './page.ts';
import type { Page } from './page.ts';

/** A text that has to be put together with others is remembered this far. */
const rememberedText = 8_000;
const rememberedParts = 8;

export interface PromptPart {
  readonly message: string;
  readonly prompt: Prompt;
  readonly id: string;
}

/**
 * A text of a prompt: written by a person, or by the program, in its own name or to show what a file holds that the
 * person named.
 */
export function said(page: Page, at: PromptPart, value: JsonObject): void {
  const words = (text(value['text']) ?? '').trim();
  if (words === '' || value['ignored'] === true) return;
  const saying = sayingOf(page, at);
  if (!saying) return;
  if (value['synthetic'] === true) {
    if (!at.prompt.told) prompted(page, at, words, 'harness');
    return;
  }
  const others = [...saying.texts].flatMap(([id, before]) => (id === at.id ? [] : [before]));
  note(saying.texts, at.id, words);
  prompted(page, at, [...others, words, ...saying.files.values()].join('\n'), 'human');
}

/** A file or picture beside the words. */
export function attached(page: Page, at: PromptPart, value: JsonObject): void {
  const saying = sayingOf(page, at);
  if (!saying) return;
  note(saying.files, at.id, `[attachment ${name(value['filename']) ?? name(value['mime']) ?? 'without a name'}]`);
  prompted(page, at, [...saying.texts.values(), ...saying.files.values()].join('\n'), 'human');
}

/** A command of the user's that is run by a sub-agent. */
export function subtask(page: Page, at: PromptPart, value: JsonObject): void {
  const words = text(value['prompt']) ?? text(value['description']) ?? '';
  if (words.trim() !== '' && !at.prompt.told) prompted(page, at, words, 'human');
}

/** The context is about to be replaced by a summary. Where the session was then, the summary goes on. */
export function compacted(page: Page, prompt: Prompt | undefined, id: string, value: JsonObject): void {
  const { memory } = page;
  const { key, isTold } = nameByTime(memory, 'compaction', id, prompt?.at);
  if (isTold) return;
  const why = value['overflow'] === true ? ' because it was full' : value['auto'] === true ? ' automatically' : '';
  emit(
    page,
    key,
    { is: 'lifecycle', type: 'compaction', text: `Context compacted${why}` },
    { native: id, at: prompt?.at, role: 'system' },
  );
  if (memory.lastStep !== undefined) memory.compactedAt = memory.lastStep;
}

function prompted(page: Page, { message, prompt }: PromptPart, words: string, origin: Origin): void {
  const { key, at, told } = prompt;
  const who = origin === 'human' && page.isSubagent ? 'harness' : origin;
  emit(
    page,
    key,
    { is: 'prompt', text: words, origin: who },
    { native: message, at, role: 'user', turn: key },
    told === true,
  );
  if (told) return;
  prompt.told = true;
  wentOn(page);
  stepped(page, key);
}

/** Parts of one prompt come one after another. When another prompt has begun, nothing is added to an old one. */
function sayingOf({ memory }: Page, { message, prompt }: PromptPart): Saying | undefined {
  if (memory.saying?.message === message) return memory.saying;
  const isLate = prompt.told === true && memory.saying !== undefined;
  if (isLate) return undefined;
  memory.saying = { message, texts: new Map(), files: new Map() };
  return memory.saying;
}

function note(parts: Map<string, string>, id: string, words: string): void {
  if (parts.size < rememberedParts || parts.has(id)) parts.set(id, words.slice(0, rememberedText));
}
