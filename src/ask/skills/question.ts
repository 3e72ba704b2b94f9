import { after, limit } from '../question/fields.ts';
import { usesFilter } from './fields.ts';
import { defineQuestion } from '../question/question.ts';

export const usedSkills = defineQuestion({
  name: 'usedSkills',
  summary: 'Show which skills, commands, sub-agents and MCP tools work',
  input: { ...usesFilter, limit: limit(20, 500, 'skills'), after },
  output: 'SkillsAnswer',
  http: { path: '/api/skills' },
  async run(context, { limit: most, after: start, ...filter }) {
    const { skills } = await import('./skills.ts');
    const { usesFilterOf } = await import('./uses-filter.ts');
    return skills(context.read, { ...(await usesFilterOf(context, filter)), limit: most, after: start });
  },
});
