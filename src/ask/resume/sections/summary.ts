import { summaryWorth } from '../../../memory/digest/statements.ts';
import { isTight, type ResumeFacts } from '../facts/resume-facts.ts';
import type { Text } from '../facts/written.ts';
import { timeOf } from '../pack/time.ts';
import type { OfferedSection } from '../pack/line.ts';
import { shortened, tidy } from '../pack/shorten.ts';

/** The latest message that sums up the work, or what a compaction left, unless the last steps show it anyway. */
export function summary(facts: ResumeFacts): OfferedSection {
  const { written, room, lastAsk } = facts;
  const last = written.said.findLast(({ event }) => event.kind !== 'thinking');
  const found = written.said.findLast((each) => each !== last && isSummary(each));
  if (!found) return { title: 'Summed up before', lines: [] };
  // A short pack has room for single sentences of it.
  const isOld = lastAsk !== undefined && found.event.seq < lastAsk.seq && found.event.session === lastAsk.session;
  if (isOld && isTight(facts)) return { title: 'Summed up before', lines: [] };
  const when = [timeOf(found.event), isOld ? 'before the last request' : ''].filter(Boolean).join(', ');
  // The request that came after it has answered what it asks at its end.
  // When another request came after it, it is only background.
  const part = isOld ? 0.15 : isTight(facts) ? 0.2 : 0.25;
  const most = Math.round(room * part);
  // What is left of a long one are fragments: single sentences of it say more.
  if (isTight(facts) && tidy(found.text).length > most * 2.5) return { title: 'Summed up before', lines: [] };
  const text = shortened(isOld ? found.text.replace(lastQuestion, '') : found.text, most);
  return {
    title: 'Summed up before',
    lines: [
      {
        text: `${when === '' ? '' : `(${when}) `}${text}`,
        step: found.event.id,
        worth: isOld ? 67 : 83,
      },
    ],
    share: 0.3,
  };
}

function isSummary({ event, text }: Text): boolean {
  if (event.kind === 'thinking') return false;
  return event.origin === 'compaction' || summaryWorth(text) >= enough;
}

const enough = 5;

const lastQuestion = /\n[^\n]*\?\s*$/;
