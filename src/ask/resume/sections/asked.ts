import { namesATask } from '../facts/asks.ts';
import type { ResumeFacts } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import type { Message } from '../facts/current-task.ts';
import { tidy } from '../pack/shorten.ts';
import { brief } from '../facts/message-text.ts';

/** The user's asks, verbatim: latest first, back to one that is clear on its own. */
export function asked({ task: { asks }, written, room }: ResumeFacts): OfferedSection {
  const lines: Offered[] = [];
  for (const [at, ask] of asks.slice(0, room < 2400 ? 3 : 4).entries()) {
    lines.push(line(ask, at === 0 ? '' : 'Before that: ', at === 0 ? 100 : 96 - at));
    const question = at === 0 && ask.text.length < 40 ? questionBefore(ask.event) : undefined;
    if (question) lines.push({ text: `In answer to: ${question.text}`, step: question.event.id, worth: 97 });
  }
  return { title: 'Asked', lines, share: 0.3 };

  /** What the agent had asked or offered, when the person only wrote "3" or "yes". */
  function questionBefore(ask: Message['event']): Message | undefined {
    const before = written.said.findLast(
      ({ event }) => event.kind === 'assistant_msg' && event.session === ask.session && event.seq < ask.seq,
    );
    if (!before) return undefined;
    const lines = before.text.split('\n').filter((each) => /[\p{L}\p{N}]/u.test(each));
    const [, choice] = /^\W*(\d{1,2}|[a-h])\b/i.exec(ask.summary) ?? [];
    const chosen = choice && lines.findLast((each) => new RegExp(`^[\\s|*([]*${choice}[\\s|*.):\\]]`, 'i').test(each));
    return { event: before.event, text: brief(chosen ?? lines.slice(-3).join(' '), Math.round(room * 0.1)) };
  }

  function line({ event, text }: Message, prefix: string, worth: number): Offered {
    // The ask that is clear on its own may be longer.
    const most = Math.max(120, Math.round(room * (namesATask(event) ? 0.2 : 0.05)));
    const whole = written.asked.find((each) => each.event.id === event.id)?.text ?? text;
    return { text: prefix + (text.length <= most ? text : brief(tidy(whole), most)), step: event.id, worth };
  }
}
