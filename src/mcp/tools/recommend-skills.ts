import { limit } from '../../ask/question/fields.ts';
import { recommend } from '../../ask/skills/recommend-question.ts';
import { lines, percent, short } from '../text.ts';
import { questionTool } from '../tool.ts';

export const recommendSkillsTool = questionTool(recommend, {
  name: 'recommend_skills',
  title: 'Which skill fits this need?',
  description:
    'Finds skills, slash commands, sub-agents and MCP tools that past sessions used for a need like this one, with how often they came to their end. ' +
    'Use it when you choose between skills, or do not know whether there is one. Give the need in a few words, and the phase of the work if you know it. ' +
    'Comes back: `recommendations`, best first: `skill_name`, `similarity_score`, the use that fits best (`user_query`, `session_id`), and `completion`, how often it came to its end of how many times that is known. ' +
    'It knows only what was used before on this machine; a small number of uses proves little, and a skill that is named here may not be installed where you are.',
  inputs: { agent: null, session: null, until: null, what: null, workspace: null, limit: limit(5, 50, 'skills') },
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
