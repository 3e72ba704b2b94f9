import type { ChildrenAnswer } from '../../../ask/walk/children.ts';
import type { ParentsAnswer } from '../../../ask/walk/parents.ts';
import type { RecentEventsAnswer } from '../../../ask/walk/recent-events.ts';
import { plural } from '../../text/amount.ts';
import { eventLine } from '../event-line.ts';
import { footer } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const parentsRenderer: QuestionRenderer<ParentsAnswer> = {
  examples: [{ line: 'stemma parents ev_7k3m9qa', says: 'its parent, the parent of that, and so on' }],
  session: ({ event }) => event.session,
  render({ event, events, next }, context) {
    const lines = events.map((parent) => eventLine(parent, context)).join('');
    return `${eventLine(event, context)}\n${lines || 'no recorded parent\n'}${more(events, next, 'parent', context)}`;
  },
};

export const childrenRenderer: QuestionRenderer<ChildrenAnswer> = {
  examples: [
    { line: 'stemma children ev_7k3m9qa', says: 'the events recorded directly under it' },
    { line: 'stemma children ev_7k3m9qa --depth 5', says: 'five levels of them' },
  ],
  session: ({ event }) => event.session,
  render: (answer, context) => below(answer, context),
};

export const eventTreeRenderer: QuestionRenderer<ChildrenAnswer> = {
  examples: [{ line: 'stemma event-tree ev_7k3m9qa', says: 'ten levels of what is recorded under it' }],
  session: ({ event }) => event.session,
  render(answer, context) {
    const deeper = answer.deeper === true ? `\n${footer('there is more below: --depth N shows it', context)}` : '';
    return `${below(answer, context)}${deeper}`;
  },
};

export const recentEventsRenderer: QuestionRenderer<RecentEventsAnswer> = {
  examples: [
    { line: 'stemma recent-events', says: 'the last 50 events of the newest session' },
    { line: 'stemma recent-events sdk:order-17 5', says: 'the last five of that one' },
  ],
  session: ({ session }) => session,
  render({ events, next }, context) {
    const lines = events.map((event) => eventLine(event, context)).join('');
    return `${lines || 'no events\n'}${more(events, next, 'event', context)}`;
  },
};

function below({ event, events, next }: ChildrenAnswer, context: RenderContext): string {
  const lines = events.map(({ depth, ...child }) => {
    const indent = ' '.repeat(Math.min(2 * (depth - 1), 20));
    return `${indent}${eventLine(child, { ...context, columns: context.columns - indent.length })}`;
  });
  const text = lines.join('') || 'no event is recorded under it\n';
  return `${eventLine(event, context)}\n${text}${more(events, next, 'event', context)}`;
}

function more(shown: readonly unknown[], next: number | null, noun: string, context: RenderContext): string {
  if (next === null) return '';
  return `\n${footer(`${plural(shown.length, noun)}; --after ${next} shows the next, --limit N more`, context)}`;
}
