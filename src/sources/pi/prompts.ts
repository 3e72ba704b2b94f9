import type { Origin } from '../../model/words.ts';
import { emit, moveTo, nativeOf } from './page.ts';
import type { Page } from './page.ts';
import { readable } from './record.ts';

/** What a person sent. `/skill:name words` is recorded as the skill's whole text, then the words. */
export function userMessage(page: Page): void {
  const said = readable(page.entry.message['content']);
  const [, skill, words] = skillBlock.exec(said) ?? [];
  prompt(page, words ?? said, skill !== undefined && words === undefined ? 'skill' : 'human', true);
  if (skill !== undefined && words !== undefined) {
    emit(
      page,
      `${page.key}:skill`,
      { is: 'prompt', text: skill, origin: 'skill' },
      { role: 'user', parent: page.key, turn: page.key },
    );
  }
}

const skillBlock = /^(<skill name="[^"]+" location="[^"]+">\n[\s\S]*?\n<\/skill>)(?:\n\n([\s\S]+))?$/;

/**
 * What an extension put into the conversation. It belongs to the turn it falls into; where there is none, it opens
 * one.
 */
export function extensionMessage(page: Page, content: unknown): void {
  prompt(page, readable(content), 'harness', page.above.turn === undefined);
}

export function prompt(page: Page, text: string, origin: Origin, opens: boolean): void {
  const { key, above } = page;
  const turn = opens ? key : above.turn;
  // Before version 2 what a prompt hangs on is not recorded.
  const parent = opens && page.entry.id === undefined ? undefined : above.event;
  emit(page, key, { is: 'prompt', text, origin }, { native: nativeOf(page), role: 'user', parent, turn });
  moveTo(page, { event: key, turn, step: key });
}
