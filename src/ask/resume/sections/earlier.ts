import { lineRoom, type ResumeFacts } from '../facts/resume-facts.ts';
import type { Earlier } from '../facts/current-task.ts';
import { delivers } from '../facts/written.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { brief } from '../facts/message-text.ts';
import { deliveredText } from './standing.ts';

/**
 * What was done already: commits and pull requests, and earlier requests with the agent's answers, latest first. The
 * very first request shows the purpose of the session.
 */
export function earlier(facts: ResumeFacts): OfferedSection {
  const { task, work } = facts;
  const room = lineRoom(facts);
  const lines = work.steps
    .filter(({ event, result }) => delivers(event) && result !== undefined && event.id !== work.commit?.event.id)
    .slice(-most)
    .toReversed()
    .flatMap(({ event }, at): Offered[] => {
      const text = deliveredText(event, facts);
      return text === undefined ? [] : [{ text: brief(text, room), step: event.id, worth: 71 - at * 3 }];
    });
  lines.push(
    ...task.earlier
      .filter(({ answer }) => answer !== undefined)
      .slice(0, most)
      .map((each, at) => line(each, '', 73 - Math.min(36, at * 3))),
  );
  const first = task.earlier.at(-1);
  if (first && task.earlier.length > most) lines.push(line(first, 'At first: ', 66));
  return { title: 'Done before', lines, share: 0.15 };

  function line({ ask, answer }: Earlier, prefix: string, worth: number): Offered {
    const said = answer ? ` → ${brief(answer.summary, room * 0.5)}` : '';
    return { text: `${prefix}${brief(ask.summary, room * 0.4)}${said}`, step: ask.id, worth };
  }
}

const most = 12;
