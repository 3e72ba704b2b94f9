import * as z from 'zod';
import { similar } from '../../ask/similar/similar.ts';
import type { Match, SimilarAnswer } from '../../ask/similar/similar.ts';
import { similarTo } from '../../ask/similar/subject.ts';
import { given, limitGiven, repoGiven, sinceGiven } from '../inputs.ts';
import { chainShape, truncated } from '../outputs.ts';
import { lines, more, percent, short } from '../text.ts';
import { question } from '../tool.ts';

export const similarFailuresTool = question({
  name: 'similar_failures',
  title: 'Has this failed before, and what fixed it?',
  description:
    'Finds past failures like this one, in every session of every agent on this machine, with what was tried, what helped and whether that was proven by the same check passing afterwards. ' +
    'Use it as soon as a command, test or build fails and the reason is not plain, before you try a fix: it costs milliseconds and knows the dead ends too. ' +
    'Give the error output as it is, whole or the line that says why (paths, numbers and ids do not matter), or the id of a failing event or of a chain (ch_…). ' +
    'Comes back: `matches`, best first: `similarity` 0 to 1 (1: the same failure), `why` it matched, `fix_action_taken` and `code_changes` of what helped, `verified`, `fixes` and `dead_ends` over all its occurrences, `story` with every attempt. ' +
    'Below a similarity of about 0.6 a match is only a hint. No match means it was not seen here. Nothing leaves the machine unless the user configured a model of their own.',
  input: z.object({
    about: z.string().min(1).max(100_000).describe('Error output, or the id of a failing event or a chain.'),
    repo: repoGiven,
    since: sinceGiven,
    solved_only: z
      .boolean()
      .default(false)
      .describe('true: only failures that something is known to have helped against.'),
    limit: limitGiven(5, 50, 'matches'),
  }),
  output: z.looseObject({
    matches: z.array(
      z.looseObject({
        chain: z.string(),
        error_message: z.string(),
        similarity: z.number(),
        why: z.array(z.string()),
        action_taken: z.string().nullable(),
        fix_action_taken: z.string().nullable(),
        code_changes: z.string().nullable(),
        successful: z.boolean(),
        verified: z.boolean(),
        resolution_time_minutes: z.number().nullable(),
        session: z.string().nullable(),
        at: z.string().nullable(),
        story: chainShape,
      }),
    ),
    known: z.number().describe('How many distinct failures the archive knows.'),
    truncated,
  }),
  answer: async ({ read, failures }, { about, repo, since, solved_only, limit }, { clock }): Promise<SimilarAnswer> =>
    similar(failures, await similarTo(read, about), {
      limit,
      now: clock(),
      ...given({
        repo,
        since: since === undefined ? undefined : Date.parse(since),
        states: solved_only ? (['resolved'] as const) : undefined,
      }),
    }),
  shortening: {
    length: ({ matches }) => matches.length,
    to: (answer: SimilarAnswer, length) => ({ ...answer, matches: answer.matches.slice(0, length), truncated: true }),
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
  const how = successful ? `helped${verified ? ', and was proven' : ''}` : 'was tried; nothing is known to have helped';
  return lines(
    `- ${chain} ${percent(similarity)} ${at?.slice(0, 10) ?? ''}${step === null ? '' : ` in step ${step}`}: ${short(error_message, 200)}`,
    what === null ? '  nothing is known of what was done' : `  ${short(what, 300)} (${how})`,
    code_changes !== null && `  change: ${short(code_changes, 600)}`,
    dead_ends.length > 0 &&
      `  did not help: ${dead_ends
        .slice(0, 3)
        .map(({ action }) => short(action, 120))
        .join('; ')}`,
  );
}
