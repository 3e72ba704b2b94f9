import { lineRoom, type ResumeFacts } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { brief } from '../facts/message-text.ts';

/** Earlier tasks with the agent's answers, latest first. The very first ask shows the purpose of the session. */
export function earlier(facts: ResumeFacts): OfferedSection {
  const { task } = facts;
  const room = lineRoom(facts);
  const lines = task.earlier
    .slice(0, most)
    .map(({ ask, answer }, at): Offered => line(ask, answer, '', 54 - Math.min(20, at * 2)));
  const first = task.earlier.at(-1);
  if (first && task.earlier.length > most) lines.push(line(first.ask, first.answer, 'At first: ', 45));
  return { title: 'Earlier', lines };

  function line(
    ask: ResumeFacts['task']['earlier'][number]['ask'],
    answer: ResumeFacts['task']['earlier'][number]['answer'],
    prefix: string,
    worth: number,
  ): Offered {
    const said = answer ? ` → ${brief(answer.summary, room * 0.5)}` : '';
    return { text: `${prefix}${brief(ask.summary, room * 0.5)}${said}`, step: ask.id, worth };
  }
}

const most = 12;
