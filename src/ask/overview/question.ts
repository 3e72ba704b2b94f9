import { agent, repo } from '../question/fields.ts';
import { filterOf } from '../question/filter.ts';
import { defineQuestion } from '../question/question.ts';

export const overview = defineQuestion({
  name: 'overview',
  summary: 'Show the last days compared with as many days before them',
  details:
    'How much was done and how it ended, what it cost and where, what started to fail in these days and what ' +
    'stopped. Days are UTC, today among them, and the days before are counted up to the same time of day. ' +
    'Sessions count to the day they were last active, tokens and money to when they were used.',
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
