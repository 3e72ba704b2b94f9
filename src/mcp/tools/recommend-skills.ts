import * as z from 'zod';
import { recommend } from '../../ask/skills/recommend.ts';
import { given, limitGiven, repoGiven, sinceGiven } from '../inputs.ts';
import { truncated } from '../outputs.ts';
import { lines, percent, short } from '../text.ts';
import { question } from '../tool.ts';

export const recommendSkillsTool = question({
  name: 'recommend_skills',
  title: 'Which skill fits this need?',
  description:
    'Finds skills, slash commands, sub-agents and MCP tools that past sessions used for a need like this one, with how often they came to their end. ' +
    'Use it when you choose between skills, or do not know whether there is one. Give the need in a few words, and the phase of the work if you know it. ' +
    'Comes back: `recommendations`, best first: `skill_name`, `similarity_score`, the use that fits best (`user_query`, `session_id`), and `completion`, how often it came to its end of how many times that is known. ' +
    'It knows only what was used before on this machine; a small number of uses proves little, and a skill that is named here may not be installed where you are.',
  input: z.object({
    need: z.string().min(1).max(4000).describe('What is needed, in a few words.'),
    phase: z
      .string()
      .min(1)
      .max(60)
      .optional()
      .describe('Where in the work you are: setup, exploration, execution, verification, deployment.'),
    min_similarity: z.number().min(0).max(1).default(0.3).describe('How alike the need must be.'),
    repo: repoGiven,
    since: sinceGiven,
    limit: limitGiven(5, 50, 'skills'),
  }),
  output: z.looseObject({
    recommendations: z.array(
      z.looseObject({
        skill_name: z.string(),
        similarity_score: z.number(),
        user_query: z.string().nullable(),
        completed: z.boolean().nullable(),
      }),
    ),
    compared: z.number().describe('Uses that were looked at.'),
    truncated,
  }),
  answer: async ({ read }, { need, phase, min_similarity: minSimilarity, repo, since, limit }) =>
    recommend(read, need, {
      limit,
      minSimilarity,
      ...(phase !== undefined && { workflowPhase: phase }),
      filter: given({ repo, since: since === undefined ? undefined : Date.parse(since) }),
    }),
  shortening: {
    length: ({ recommendations }) => recommendations.length,
    to: (answer, length) => ({ ...answer, recommendations: answer.recommendations.slice(0, length), truncated: true }),
  },
  text: ({ recommendations, compared }) =>
    lines(
      recommendations.length === 0
        ? `No skill was used for anything like it, among ${compared} uses.`
        : 'Used for something like it, best first:',
      recommendations.map(
        ({ skill_name, similarity_score, user_query, completion }) =>
          `- ${short(skill_name, 80)} ${percent(similarity_score)}, came to its end ${completion.count} of ${completion.n} times${user_query ? `; for: ${short(user_query, 120)}` : ''}`,
      ),
    ),
});
