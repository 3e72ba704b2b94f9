import { lineRoom, type Known } from '../known.ts';
import type { Offered, OfferedSection } from '../line.ts';
import { brief } from '../message-text.ts';

/**
 * What was asked for before, and what the agent said when it was done; the latest first. The very first ask says what
 * it was all for.
 */
export function earlier(known: Known): OfferedSection {
  const { present } = known;
  const room = lineRoom(known);
  const lines = present.earlier
    .slice(0, most)
    .map(({ ask, answer }, at): Offered => line(ask, answer, '', 54 - Math.min(20, at * 2)));
  const first = present.earlier.at(-1);
  if (first && present.earlier.length > most) lines.push(line(first.ask, first.answer, 'At first: ', 45));
  return { title: 'Earlier', lines };

  function line(
    ask: Known['present']['earlier'][number]['ask'],
    answer: Known['present']['earlier'][number]['answer'],
    prefix: string,
    worth: number,
  ): Offered {
    const said = answer ? ` → ${brief(answer.summary, room * 0.5)}` : '';
    return { text: `${prefix}${brief(ask.summary, room * 0.5)}${said}`, step: ask.id, worth };
  }
}

const most = 12;
