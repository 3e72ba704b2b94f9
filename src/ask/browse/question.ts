import { outcomes } from '../../model/words.ts';
import { sessionOrders } from '../../store/contract/filters.ts';
import { after, agent, limit, repo, sessionName, since, until, workspace } from '../question/fields.ts';
import { filterOf } from '../question/filter.ts';
import { defineQuestion } from '../question/question.ts';

export const browse = defineQuestion({
  name: 'browse',
  summary: 'List sessions with a preview of each: those at the top, or those that came of one',
  input: {
    text: {
      type: 'text',
      max: 500,
      aliases: ['q'],
      summary: 'Only those whose title, repository, branch, uid and model hold all these words',
    },
    agent,
    repo,
    model: { type: 'text', summary: 'Only of this model: its whole name' },
    outcome: { type: 'choice', choices: outcomes, placeholder: 'OUTCOME', summary: 'Only sessions that ended so' },
    since,
    until,
    endedBy: {
      type: 'time',
      placeholder: 'TIME',
      summary: 'Only sessions that were last active at this day or time, or before',
    },
    failed: { type: 'flag', summary: 'Only sessions with a failure' },
    sort: {
      type: 'choice',
      choices: sessionOrders,
      placeholder: 'ORDER',
      summary: 'The most of this first; else the newest',
    },
    parent: { ...sessionName, summary: 'Only sub-agents, forks and resumes of this session' },
    workspace,
    limit: limit(50, 200, 'sessions'),
    after,
  },
  output: 'BrowseAnswer',
  http: { path: '/api/sessions' },
  async run(context, { parent, ...filter }) {
    const { browse: list } = await import('./browse.ts');
    const { loadPrices } = await import('../cost/load-prices.ts');
    const { findSession } = await import('../find/find-session.ts');
    return list(
      context.read,
      {
        ...(await filterOf(context, filter)),
        ...(parent !== undefined && { parent: (await findSession(context.read, parent)).uid }),
      },
      { table: loadPrices(context.home), now: context.now },
    );
  },
});
