import { outcomes } from '../../model/words.ts';
import { agent, repo, sessionName, since, until, workspace } from '../question/fields.ts';
import { filterOf } from '../question/filter.ts';
import { defineQuestion } from '../question/question.ts';

export const stats = defineQuestion({
  name: 'stats',
  summary: 'Count what happened, and how much of it has known causes',
  details:
    'Of one session, or of all, by agent: steps, failures, retries, checks, edits, time in tools and in the ' +
    'model, and the causes that are recorded or inferred. A sub-agent is a session of its own. What an agent does ' +
    'not record is not counted.',
  input: {
    session: { ...sessionName, summary: 'Only this session; without it all that pass the filter' },
    agent,
    repo,
    since,
    until,
    outcome: { type: 'choice', choices: outcomes, placeholder: 'OUTCOME', summary: 'Only sessions that ended so' },
    failed: { type: 'flag', summary: 'Only sessions with a failure' },
    workspace,
  },
  positionals: ['session'],
  output: 'StatsAnswer',
  http: [
    { path: '/api/stats', isLong: true },
    { path: '/api/sessions/:session/stats', isLong: true },
  ],
  async run(context, { session: name, ...filter }) {
    const { stats: countAll, statsOf } = await import('./stats.ts');
    const { findSession } = await import('../find/find-session.ts');
    if (name === undefined) return countAll(context.read, await filterOf(context, filter));
    return statsOf(context.read, await findSession(context.read, name));
  },
});
