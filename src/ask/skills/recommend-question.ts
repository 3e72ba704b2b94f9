import { limit } from '../question/fields.ts';
import { usesFilter } from './fields.ts';
import { defineQuestion } from '../question/question.ts';

export const recommend = defineQuestion({
  name: 'recommend',
  summary: 'Find skills that were used for a need like this one',
  details:
    'Compares the need with what skills, commands, sub-agents and MCP tools were used for before, by meaning and ' +
    'offline. With a phase, those that completed in that phase of the work rank higher; the phase weight sets how ' +
    'much that counts: 0 looks at the text only, 1 at the phase only. Each skill is shown by the use that fits ' +
    'best, with how often it completed of how many times that is known.',
  input: {
    need: { type: 'text', required: true, max: 20_000, summary: 'What you want to do, in your own words' },
    phase: {
      type: 'text',
      aliases: ['workflowPhase'],
      placeholder: 'PHASE',
      summary: 'Where in the work you are, such as execution',
    },
    phaseWeight: {
      type: 'number',
      min: 0,
      max: 1,
      placeholder: 'W',
      summary: 'How much the phase counts, 0 to 1 (0.3)',
    },
    minSimilarity: {
      type: 'number',
      min: 0,
      max: 1,
      placeholder: 'S',
      summary: 'How similar the need must be, 0 to 1 (0.3)',
    },
    ...usesFilter,
    limit: limit(5, 100, 'skills'),
  },
  positionals: ['need'],
  output: 'RecommendAnswer',
  http: { path: '/api/skills/recommend' },
  async run(context, { need, phase, phaseWeight, minSimilarity, limit: most, ...uses }) {
    const { recommend: find } = await import('./recommend.ts');
    const { usesFilterOf } = await import('./uses-filter.ts');
    const { model, onModelError: onError } = context.failures;
    return find(context.memory ?? context.read, need, {
      ...(model && { model: { model, onError } }),
      limit: most,
      filter: await usesFilterOf(context, uses),
      ...(phase !== undefined && { workflowPhase: phase }),
      ...(phaseWeight !== undefined && { phaseWeight }),
      ...(minSimilarity !== undefined && { minSimilarity }),
    });
  },
});
