import { namesATask } from '../facts/asks.ts';
import { isTight, type ResumeFacts } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import type { Message } from '../facts/current-task.ts';
import { outlined, tidy } from '../pack/shorten.ts';
import { brief } from '../facts/message-text.ts';
import type { Event } from '../../../model/event.ts';

/** The user's asks, verbatim: latest first, back to one that is clear on its own; and the first, which began the work. */
export function asked(facts: ResumeFacts): OfferedSection {
  const {
    task: { asks, earlier },
    written,
    room,
  } = facts;
  const lines: Offered[] = [];
  for (const [at, ask] of asks.slice(0, isTight(facts) ? 2 : 4).entries()) {
    lines.push(line(ask, at === 0 ? '' : 'Before that: ', at === 0 ? 100 : 96 - at * 3));
    const question = at === 0 && ask.text.length < 40 ? questionBefore(ask.event) : undefined;
    if (question) lines.push({ text: `In answer to: ${question.text}`, step: question.event.id, worth: 97 });
  }
  const first = earlier.at(-1)?.ask;
  if (first && !asks.some(({ event }) => event.id === first.id))
    lines.push({ text: `At first: ${brief(textOf(first), Math.max(110, room * 0.05))}`, step: first.id, worth: 86 });
  return { title: 'Asked', lines, share: 0.34 };

  /** What the agent had asked or offered, when the person only wrote "3" or "yes". */
  function questionBefore(ask: Event): Message | undefined {
    const before = written.said.findLast(
      ({ event }) => event.kind === 'assistant_msg' && event.session === ask.session && event.seq < ask.seq,
    );
    if (!before) return undefined;
    const all = before.text.split('\n').filter((each) => /[\p{L}\p{N}]/u.test(each));
    const [, choice] = /^\W*(\d{1,2}|[a-h])\b/i.exec(ask.summary) ?? [];
    const chosen = choice && all.findLast((each) => new RegExp(`^[\\s|*([]*${choice}[\\s|*.):\\]]`, 'i').test(each));
    return { event: before.event, text: brief(chosen ?? all.slice(-3).join(' '), Math.round(room * 0.1)) };
  }

  function textOf(event: Event): string {
    return tidy(written.asked.find((each) => each.event.id === event.id)?.text ?? event.summary).replaceAll('\n', ' ');
  }

  function line({ event, text }: Message, prefix: string, worth: number): Offered {
    // The ask that is clear on its own may be longer.
    const most = Math.max(120, Math.round(room * (namesATask(event) ? (worth === 100 ? 0.24 : 0.12) : 0.05)));
    const whole = written.asked.find((each) => each.event.id === event.id)?.text ?? text;
    return { text: prefix + (text.length <= most ? text : outlined(whole, most)), step: event.id, worth };
  }
}
