import { usesFilter } from './fields.ts';
import { defineQuestion } from '../question/question.ts';

export const skillsWorkflow = defineQuestion({
  name: 'skillsWorkflow',
  summary: 'Show how skills do in each phase of the work: transitions, bottlenecks, the best of each',
  input: usesFilter,
  output: 'Workflow',
  http: { path: '/api/skills/workflow' },
  async run(context, filter) {
    const { skillsWorkflow: byPhase } = await import('./skills.ts');
    const { usesFilterOf } = await import('./uses-filter.ts');
    return byPhase(context.read, await usesFilterOf(context, filter));
  },
});
