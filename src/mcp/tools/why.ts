import { limit } from '../../ask/question/fields.ts';
import { why } from '../../ask/why/question.ts';
import { lines, more, percent, short, stepText } from '../text.ts';
import { questionTool } from '../tool.ts';

export const whyTool = questionTool(why, {
  name: 'why',
  title: 'Why did this happen?',
  description:
    'Walks back from one event of a past session to what caused it: the prompt that asked for it, the result it used, the failure it reacted to, across sub-agents, forks and resumed sessions. ' +
    'Use it when you must explain a step, find where a mistake began, or see which instruction an edit goes back to. ' +
    'Give the id of an event (from search or timeline). ' +
    'Comes back: `line`, the main path from the event back to its start; `causes`, everything behind it, strongest first, each with its types (asked, informed, reacted, retried, verifies, spawned, returned, continued), ' +
    'a basis (recorded by the agent, or inferred by stemma), a confidence from 0 to 1 and the evidence; `roots`, where it began; `lineage`, where the event stands. ' +
    'Below 0.5 an inferred cause is a guess. No cause means none is known, not that there was none; order alone is never called a cause.',
  inputs: { limit: limit(30, 200, 'causes, the strongest') },
  shortening: {
    length: ({ causes }) => causes.length,
    to: (answer, length) => ({ ...answer, causes: answer.causes.slice(0, length), truncated: true }),
  },
  text: ({ target, line, causes, roots, lineage, truncated }) =>
    lines(
      `Asked about ${stepText(target.step)}`,
      target.failure !== null && `It failed with: ${short(target.failure, 300)}`,
      causes.length === 0 && 'No cause of it is known.',
      line.length > 0 && 'Main path, nearest first:',
      line.map(
        ({ step, via }) =>
          `- ${via.types.join('+')} ${percent(via.confidence)}${via.basis === 'recorded' ? ' recorded' : ''}: ${stepText(step)}${via.evidence[0] ? `; ${short(via.evidence[0], 120)}` : ''}`,
      ),
      causes.length > line.length &&
        `Behind it are ${causes.length} steps in all, ${roots.length} of them without a cause of their own:`,
      causes
        .filter(({ step }) => !line.some((other) => other.step.id === step.id))
        .slice(0, 15)
        .map(({ step, strength }) => `- ${percent(strength)} ${stepText(step, 100)}`),
      causes.length === 0 && lineage.length > 0 && `It stands in the turn of ${stepText(lineage[0]!.step)}`,
      more(truncated, 'give a larger limit.'),
    ),
});
