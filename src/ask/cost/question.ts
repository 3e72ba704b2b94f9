import { after, agent, limit, repo, sessionName, since, until, workspace } from '../question/fields.ts';
import { filterOf } from '../question/filter.ts';
import { costGroups } from './groups.ts';
import { defineQuestion } from '../question/question.ts';

export const cost = defineQuestion({
  name: 'cost',
  summary: 'Count tokens, money and time, by session, model, day and more',
  details:
    'Money is what the agent recorded or, where it recorded none, list prices times tokens; a model without a ' +
    'price is named, never estimated. What forks and resumes copied is counted once. Your own prices go into ' +
    "prices.json in stemma's home, a budget into config.json: see docs/cost.md. A block is five hours from the full hour " +
    'of the first use on, as the limits of subscriptions are counted; the active one has its burn rate and what it will ' +
    'have cost at its end.',
  input: {
    session: { ...sessionName, summary: 'Only this session and all that came of it' },
    by: { type: 'choice', choices: costGroups, placeholder: 'GROUP', summary: 'What the sums are grouped by' },
    agent,
    repo,
    since,
    until,
    timezone: {
      type: 'text',
      max: 100,
      placeholder: 'ZONE',
      summary: 'Time zone of days, weeks and months, such as UTC or Europe/Berlin; that of this machine when absent',
    },
    workspace,
    limit: limit(30, 1_000, 'groups'),
    after,
  },
  positionals: ['session'],
  output: 'CostAnswer',
  http: [{ path: '/api/cost' }, { path: '/api/sessions/:session/cost' }],
  async run(context, { session: name, ...options }) {
    const { cost: sums, costOf } = await import('./cost.ts');
    const { loadPrices } = await import('./load-prices.ts');
    const { findSession } = await import('../find/find-session.ts');
    const { read, home } = context;
    const filter = await filterOf(context, options);
    const { loadBudget } = await import('./budget.ts');
    const asked = { table: loadPrices(home), now: context.now };
    if (name === undefined) return sums(read, filter, { ...asked, budget: loadBudget(home) });
    return costOf(read, await findSession(read, name), filter, asked);
  },
});
