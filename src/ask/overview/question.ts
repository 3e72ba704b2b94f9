import { agent, repo } from '../question/fields.ts';
import { filterOf } from '../question/filter.ts';
import { defineQuestion } from '../question/question.ts';

export const overview = defineQuestion({
  name: 'overview',
  summary: 'Show the last days compared with as many days before them',
  input: {
    days: {
      type: 'integer',
      min: 1,
      max: 366,
      default: 7,
      placeholder: 'N',
      summary: 'This many days, today included',
    },
    agent,
    repo,
  },
  output: 'OverviewAnswer',
  http: { path: '/api/overview' },
  async run(context, input) {
    const { overview: lastDays } = await import('./overview.ts');
    const { loadPrices } = await import('../cost/load-prices.ts');
    return lastDays(context.read, { ...(await filterOf(context, input)), now: context.now }, loadPrices(context.home));
  },
});
