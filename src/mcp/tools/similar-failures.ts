import { limit, repo, since } from '../../ask/question/fields.ts';
import { similar } from '../../ask/similar/question.ts';
import type { Match } from '../../ask/similar/similar.ts';
import { answerSchema } from '../answer-schema.ts';
import { lines, more, percent, short } from '../text.ts';
import { readingTool } from '../tool.ts';

export const similarFailuresTool = readingTool({
  name: 'similar_failures',
  title: 'Has this failed before, and what fixed it?',
  description:
    'Finds past failures like this one, in every session of every agent on this machine, with the attempts, the fix, and whether the same check passed afterwards. ' +
    'Use it as soon as a command, test or build fails and the reason is not plain, before you try a fix: it costs milliseconds and knows the dead ends too. ' +
    'Give the error output as it is, whole or the line that says why (paths, numbers and ids do not matter), or the id of a failing event or of a chain (ch_…). ' +
    'Comes back: `matches`, best first: `similarity` 0 to 1 (1: the same failure), `why` it matched, `fix_action_taken` and `code_changes` of the fix, `verified`, `fixes` and `dead_ends` over all its occurrences, `story` with every attempt. ' +
    'Below a similarity of about 0.6 a match is only a hint. No match means it was not seen here. Nothing leaves the machine unless the user configured a model of their own.',
  input: {
    about: similar.input.about,
    repo,
    since,
    solved: { type: 'flag', aliases: ['solvedOnly'], summary: 'true: only failures that have a known fix' },
    limit: limit(5, 50, 'matches'),
  },
  output: answerSchema('SimilarAnswer'),
  answer: (context, input) => similar.run(context, input),
  shortening: {
    length: ({ matches }) => matches.length,
    to: (answer, length) => ({ ...answer, matches: answer.matches.slice(0, length), truncated: true }),
  },
  text: ({ matches, known, truncated }) =>
    lines(
      matches.length === 0
        ? `Nothing like it among the ${known} failures the archive knows.`
        : `${matches.length} like it, best first:`,
      matches.map(ofMatch),
      more(truncated, 'give a larger limit.'),
    ),
});

function ofMatch({
  chain,
  step,
  error_message,
  similarity,
  fix_action_taken,
  action_taken,
  code_changes,
  successful,
  verified,
  at,
  dead_ends,
}: Match): string {
  const what = fix_action_taken ?? action_taken;
  const how = successful ? `fixed it${verified ? ', verified' : ''}` : 'was tried; no fix is known';
  return lines(
    `- ${chain} ${percent(similarity)} ${at?.slice(0, 10) ?? ''}${step === null ? '' : ` in step ${step}`}: ${short(error_message, 200)}`,
    what === null ? '  no attempt is recorded' : `  ${short(what, 300)} (${how})`,
    code_changes !== null && `  change: ${short(code_changes, 600)}`,
    dead_ends.length > 0 &&
      `  did not work: ${dead_ends
        .slice(0, 3)
        .map(({ action }) => short(action, 120))
        .join('; ')}`,
  );
}
