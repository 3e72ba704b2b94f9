import type { ChildrenAnswer } from '../../../ask/walk/children.ts';
import type { ParentsAnswer } from '../../../ask/walk/parents.ts';
import { plural } from '../../text/amount.ts';
import { eventLine } from '../event-line.ts';
import { footer } from '../render-context.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const parentsRenderer: QuestionRenderer<ParentsAnswer> = {
  examples: [{ line: 'stemma parents ev_7k3m9qa', says: 'its parent, the parent of that, and so on' }],
  session: ({ event }) => event.session,
  render({ event, chain, truncated }, context) {
    const lines = chain.map((parent) => eventLine(parent, context)).join('');
    return `${eventLine(event, context)}\n${lines || 'no recorded parent\n'}${more(chain, truncated, 'parent', context)}`;
  },
};

export const childrenRenderer: QuestionRenderer<ChildrenAnswer> = {
  examples: [
    { line: 'stemma children ev_7k3m9qa', says: 'the events recorded directly under it' },
    { line: 'stemma children ev_7k3m9qa --depth 5', says: 'five levels of them' },
  ],
  session: ({ event }) => event.session,
  render({ event, children, truncated }, context) {
    const lines = children.map(({ depth, ...child }) => {
      const indent = ' '.repeat(Math.min(2 * (depth - 1), 20));
      return `${indent}${eventLine(child, { ...context, columns: context.columns - indent.length })}`;
    });
    const text = lines.join('') || 'no event is recorded under it\n';
    return `${eventLine(event, context)}\n${text}${more(children, truncated, 'event', context)}`;
  },
};

function more(
  shown: readonly unknown[],
  truncated: boolean,
  noun: string,
  context: Parameters<typeof footer>[1],
): string {
  return truncated ? `\n${footer(`the first ${plural(shown.length, noun)}; --limit N shows more`, context)}` : '';
}
