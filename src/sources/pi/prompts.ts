import type { Origin } from '../../model/words.ts';
import type { PiContext } from './record-context.ts';
import { readable } from './record.ts';

/** A person's message. `/skill:name words` is recorded as the skill's whole text, then the words. */
export function userMessage(context: PiContext): void {
  const content = readable(context.entry.message['content']);
  const [, skill, words] = skillBlock.exec(content) ?? [];
  prompt(context, words ?? content, skill !== undefined && words === undefined ? 'skill' : 'human', true);
  if (skill !== undefined && words !== undefined) {
    context.emit(
      `${context.key}:skill`,
      { is: 'prompt', text: skill, origin: 'skill' },
      { role: 'user', parent: context.key, turn: context.key },
    );
  }
}

const skillBlock = /^(<skill name="[^"]+" location="[^"]+">\n[\s\S]*?\n<\/skill>)(?:\n\n([\s\S]+))?$/;

/** A message an extension added to the conversation. It belongs to the current turn; without one, it opens one. */
export function extensionMessage(context: PiContext, content: unknown): void {
  prompt(context, readable(content), 'harness', context.above.turn === undefined);
}

export function prompt(context: PiContext, text: string, origin: Origin, opens: boolean): void {
  const { key, above } = context;
  const turn = opens ? key : above.turn;
  // Before version 2 a prompt's parent is not recorded.
  const parent = opens && context.entry.id === undefined ? undefined : above.event;
  context.emit(key, { is: 'prompt', text, origin }, { native: context.entry.id, role: 'user', parent, turn });
  context.moveTo({ event: key, turn, step: key });
}
