import type { Event } from '../../../model/event.ts';
import { lineRoom, type ResumeFacts } from '../facts/resume-facts.ts';
import type { Earlier } from '../facts/current-task.ts';
import { delivers } from '../facts/written.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { brief } from '../facts/message-text.ts';
import { gist } from '../pack/gist.ts';
import { deliveredText } from './standing.ts';

/**
 * What was done already: commits and pull requests, and earlier requests with the agent's answers, latest first.
 */
export function earlier(facts: ResumeFacts): OfferedSection {
  const { task, work } = facts;
  const room = lineRoom(facts);
  const texts = new Map(facts.written.said.map(({ event, text }) => [event.id, text.replace(/\s+/g, ' ')]));
  const textOf = ({ id, summary }: Event): string => texts.get(id) ?? summary;
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
      .map((each, at) => line(each, (each.isWork ? 74 : 66) - Math.min(30, at))),
  );
  return { title: 'Done before', lines, share: 0.18 };

  function line({ ask, answer }: Earlier, worth: number): Offered {
    const said = answer ? ` → ${brief(gist(textOf(answer)), Math.max(90, room * 0.3))}` : '';
    return { text: `${brief(ask.summary, Math.max(60, room * 0.18))}${said}`, step: ask.id, worth };
  }
}

const most = 16;
