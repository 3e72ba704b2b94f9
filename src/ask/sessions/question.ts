import { outcomes } from '../../model/words.ts';
import { after, agent, limit, repo, sessionName, since, until, workspace } from '../question/fields.ts';
import { filterOf } from '../question/filter.ts';
import { defineQuestion } from '../question/question.ts';

export const sessions = defineQuestion({
  name: 'sessions',
  summary: 'List sessions, newest first',
  input: {
    agent,
    repo,
    since,
    until,
    failed: { type: 'flag', summary: 'Only sessions with a failure' },
    outcome: { type: 'choice', choices: outcomes, placeholder: 'OUTCOME', summary: 'Only sessions that ended so' },
    model: { type: 'text', summary: 'Only of this model: its whole name' },
    text: {
      type: 'text',
      max: 500,
      summary: 'Only those whose title, repository, branch, uid and model hold all these words',
    },
    parent: sessionName,
    topLevel: { type: 'flag', summary: 'Leave out sub-agents, forks and resumes of sessions in the archive' },
    notEmpty: { type: 'flag', summary: 'Leave out sessions without events' },
    workspace,
    limit: limit(20, 200, 'sessions'),
    after,
  },
  output: 'SessionsAnswer',
  async run(context, { limit: most, after: start, parent, ...filter }) {
    const { sessions: list } = await import('./sessions.ts');
    const { findSession } = await import('../find/find-session.ts');
    return list(
      context.read,
      {
        ...(await filterOf(context, filter)),
        ...(parent !== undefined && { parent: (await findSession(context.read, parent)).uid }),
      },
      { limit: most, after: start, now: context.now },
    );
  },
});
