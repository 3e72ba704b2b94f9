import { after, limit } from '../question/fields.ts';
import { usesFilter } from './fields.ts';
import { defineQuestion } from '../question/question.ts';

export const usedSkills = defineQuestion({
  name: 'usedSkills',
  summary: 'Show which skills, commands, sub-agents and MCP tools work',
  details:
    'Uses are found in sessions, or recorded by programs (SkillsTracker of the SDK). For each skill: how often it ' +
    'was used, how often it completed of how many times that is known (with the 95% interval of that rate), how ' +
    'long it took, and its most common errors.',
  input: { ...usesFilter, limit: limit(20, 500, 'skills'), after },
  output: 'SkillsAnswer',
  http: { path: '/api/skills' },
  async run(context, { limit: most, after: start, ...filter }) {
    const { skills } = await import('./skills.ts');
    const { usesFilterOf } = await import('./uses-filter.ts');
    return skills(context.read, { ...(await usesFilterOf(context, filter)), limit: most, after: start });
  },
});
