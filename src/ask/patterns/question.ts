import { chainFilter, limit, workspace } from '../question/fields.ts';
import { filterOf } from '../question/filter.ts';
import { defineQuestion } from '../question/question.ts';

export const patterns = defineQuestion({
  name: 'patterns',
  summary: 'Show what fails again and again, and how well each fix works',
  details:
    'Failures of all sessions, repositories and agents, grouped by cause: how often, where and when, how many ' +
    'were fixed, what was done about them with how often it worked of how many tries (with the 95% interval of ' +
    'that rate), what was tried again and never worked, and whether it happens more often than before. What was ' +
    'seen lately comes first. Only real failures are counted, as in `unresolved`, unless other kinds are asked ' +
    'for.',
  input: {
    ...chainFilter,
    minCount: {
      type: 'integer',
      min: 1,
      remoteMax: 1_000,
      default: 2,
      placeholder: 'N',
      summary: 'Seen at least this often',
    },
    workspace,
    limit: limit(10, 100, 'patterns'),
  },
  output: 'PatternsAnswer',
  http: { path: '/api/errors/patterns' },
  async run(context, input) {
    const { patterns: find } = await import('./patterns.ts');
    return find(context.memory ?? context.read, { ...(await filterOf(context, input)), now: context.now });
  },
});
