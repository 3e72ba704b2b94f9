import { usesFilter } from './fields.ts';
import { defineQuestion } from '../question/question.ts';

export const skillsHeatmap = defineQuestion({
  name: 'skillsHeatmap',
  summary: 'Show skills by phases: how often each succeeds in each',
  input: usesFilter,
  output: 'Heatmap',
  http: { path: '/api/skills/heatmap' },
  async run(context, filter) {
    const { heatmapOf } = await import('../../memory/skills/heatmap.ts');
    const { skillsWorkflow } = await import('./skills.ts');
    const { usesFilterOf } = await import('./uses-filter.ts');
    return heatmapOf(await skillsWorkflow(context.read, await usesFilterOf(context, filter)));
  },
});
