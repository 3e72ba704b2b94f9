import { limit } from '../../ask/question/fields.ts';
import { unresolved } from '../../ask/unresolved/question.ts';
import type { Unresolved } from '../../ask/unresolved/unresolved.ts';
import { lines, more, short } from '../text.ts';
import { questionTool } from '../tool.ts';

export const unresolvedFailuresTool = questionTool(unresolved, {
  name: 'unresolved_failures',
  title: 'What failed and was never fixed?',
  description:
    'Lists failures without a known fix, newest first, with what was tried: found in sessions, or recorded with `record_error`. ' +
    'Use it to see what is left open in a repository, or with `needs_review` what a person should look at: given up, or everything that was tried failed. ' +
    'Give a repository or a session to narrow it. Comes back: `unresolved`, each with its `chain` (`error`, `attempts`, `needs_review`) and `solved_elsewhere`, the newest time the same failure was fixed; ask `similar_failures` with that chain for how. ' +
    'A failure with an attempt that nobody checked is not among them.',
  inputs: { agent: null, until: null, workspace: null, limit: limit(20, 50, 'failures') },
  shortening: {
    length: (answer) => answer.unresolved.length,
    to: (answer, length) => ({
      ...answer,
      unresolved: answer.unresolved.slice(0, length),
      truncated: true,
      next: (answer.next ?? answer.total) - answer.unresolved.length + length,
    }),
  },
  text: ({ unresolved: found, total, truncated }) =>
    lines(
      total === 0
        ? 'Nothing is left open, as far as the archive knows.'
        : `${total} without a known fix, newest first:`,
      found.map(failureText),
      more(truncated, 'give `after` the value of `next`.'),
    ),
});

function failureText({ chain: { id, error, attempts, needs_review }, solved_elsewhere }: Unresolved): string {
  const tried = attempts.at(-1);
  return lines(
    `- ${id} ${error.at?.slice(0, 10) ?? ''}${needs_review ? ' needs review' : ''}: ${short(error.message, 200)}`,
    tried !== undefined &&
      `  tried: ${short(tried.action, 160)}${attempts.length > 1 ? ` and ${attempts.length - 1} more` : ''}`,
    solved_elsewhere !== null && `  fixed elsewhere: ${solved_elsewhere.chain}`,
  );
}
