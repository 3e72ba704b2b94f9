import type { TimelineAnswer } from '../../../ask/timeline/timeline.ts';
import type { Event } from '../../../model/event.ts';
import { number } from '../../text/amount.ts';
import { day } from '../../text/when.ts';
import { eventLine } from '../event-line.ts';
import { footer } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { parentLine, sessionHead } from '../session-head.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const timelineRenderer: QuestionRenderer<TimelineAnswer> = {
  examples: [
    { line: 'stemma timeline', says: 'the newest session' },
    { line: 'stemma timeline claude:3f2a --kinds error', says: 'what failed in one' },
    { line: 'stemma timeline claude:3f2a --limit 1000 --json', says: 'the same for a program' },
  ],
  render: renderTimeline,
};

export function renderTimeline(
  { session, events, total, truncated, next }: TimelineAnswer,
  outer: RenderContext,
): string {
  const context = { ...outer, cwd: session.cwd };
  let text = sessionHead(session, context) + parentLine(session, context) + '\n';
  let before: Event | undefined;
  for (const event of events) {
    text += gapBefore(event, before, context) + eventLine(event, context);
    before = event;
  }
  if (events.length === 0) text += 'no events\n';
  if (truncated)
    text += `\n${footer(`${number(events.length)} of ${number(total)} events; --after ${next} shows the next, --limit N more at once`, context)}`;
  return text;
}

/** A turn begins with an empty line, a new day with its date. */
function gapBefore(event: Event, before: Event | undefined, { ink }: RenderContext): string {
  if (!before) return '';
  const isNewDay = event.at !== null && before.at !== null && day(event.at) > day(before.at);
  if (isNewDay) return `\n${ink.dim(day(event.at))}\n`;
  return event.kind === 'user_msg' && before.kind !== 'user_msg' ? '\n' : '';
}
