import { acts, kinds } from '../../model/words.ts';
import { agent, limit, repo, sessionName, since } from '../question/fields.ts';
import { filterOf } from '../question/filter.ts';
import { defineQuestion } from '../question/question.ts';

export const search = defineQuestion({
  name: 'search',
  summary: 'Find events by their words',
  details:
    'Looks in prompts, answers, commands, paths and errors of every session, for events that have all the words.',
  input: {
    text: { type: 'text', required: true, max: 1_000, aliases: ['q'], summary: 'What to look for: a few words' },
    agent,
    repo,
    session: { ...sessionName, summary: 'Only in this session' },
    kind: { type: 'choice', choices: kinds, placeholder: 'KIND', summary: 'Only events of this kind' },
    act: { type: 'choice', choices: acts, placeholder: 'ACT', summary: 'Only calls that did this' },
    since,
    failed: { type: 'flag', summary: 'Only what failed' },
    limit: limit(20, 200, 'hits'),
  },
  positionals: ['text'],
  output: 'SearchAnswer',
  http: { path: '/api/search' },
  async run(context, { session: name, ...filter }) {
    const { search: find } = await import('./search.ts');
    const { findSession } = await import('../find/find-session.ts');
    const { read, sources, raw } = context;
    const within = name === undefined ? {} : { session: (await findSession(read, name)).uid };
    return find(read, { ...(await filterOf(context, filter)), ...within }, { sources, raw });
  },
});
