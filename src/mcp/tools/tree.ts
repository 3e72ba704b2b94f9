import { limit } from '../../ask/question/fields.ts';
import { tree } from '../../ask/tree/question.ts';
import type { TreeSession } from '../../ask/tree/tree.ts';
import { lines, more, short, stepText } from '../text.ts';
import { questionTool } from '../tool.ts';

export const treeTool = questionTool(tree, {
  name: 'tree',
  title: 'A session as a tree',
  description:
    'The prompts and calls of one session, nested: each call below the prompt of its turn, or with `causal` each step below what caused it; sub-agents below the call that started them. ' +
    'Use it to see the shape of the work at once: what a request led to, what was done because of what, where a sub-agent comes in. Give a session, or nothing for the newest. For the page-by-page record use `timeline`, for one step `why`. ' +
    'Comes back: `by` (turn or cause), `tree` with its `steps` in order, each with `under`, the step it stands below, and `sessions` that left from it; `steps`, how many are shown; `truncated`. ' +
    'With `causal` a step also has all its `causes`, recorded ones first; a minConfidence of 1 leaves only recorded ones.',
  inputs: { limit: limit(100, 1_000, 'steps') },
  shortening: {
    length: ({ tree: { steps } }) => steps.length,
    to: (answer, length) => ({
      ...answer,
      tree: { ...answer.tree, steps: answer.tree.steps.slice(0, length), sessions: [], truncated: true },
      truncated: true,
    }),
  },
  text: ({ by, tree: root, truncated }) =>
    lines(
      `${headOf(root)}, by ${by}:`,
      sessionLines(root, ''),
      more(truncated, 'give a larger limit, or ask for the timeline of a part.'),
    ),
});

function headOf({ session, relation }: TreeSession): string {
  return `${relation === null ? '' : `${relation} `}${session.uid}: ${short(session.title ?? 'untitled', 100)}`;
}

function sessionLines({ steps, sessions }: TreeSession, indent: string): readonly string[] {
  const depths = new Map<string, number>();
  const below = (child: TreeSession, inside: string): readonly string[] => [
    `${inside}- ${headOf(child)}`,
    ...sessionLines(child, `${inside}  `),
  ];
  return [
    ...steps.flatMap((step) => {
      const depth = step.under === null ? 0 : (depths.get(step.under) ?? 0) + 1;
      depths.set(step.id, depth);
      const inside = `${indent}${'  '.repeat(depth)}`;
      return [`${inside}- ${stepText(step)}`, ...step.sessions.flatMap((child) => below(child, `${inside}  `))];
    }),
    ...sessions.flatMap((child) => below(child, indent)),
  ];
}
