import { limit } from '../question/fields.ts';
import { usesFilter } from './fields.ts';
import { defineQuestion } from '../question/question.ts';

export const skill = defineQuestion({
  name: 'skill',
  summary: 'Show everything about one skill, and its last uses',
  input: {
    name: { type: 'text', required: true, summary: 'A skill: its name, or a part of it that only one has' },
    ...usesFilter,
    limit: limit(10, 100, 'uses'),
  },
  positionals: ['name'],
  output: 'SkillAnswer',
  http: { path: '/api/skills/:name' },
  async run(context, { name, limit: most, ...filter }) {
    const { skill: show } = await import('./skill.ts');
    const { usesFilterOf } = await import('./uses-filter.ts');
    return show(context.read, name, { ...(await usesFilterOf(context, filter)), limit: most });
  },
});
