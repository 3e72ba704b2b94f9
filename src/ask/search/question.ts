import { acts, kinds } from '../../model/words.ts';
import { agent, limit, repo, sessionName, since } from '../question/fields.ts';
import { filterOf } from '../question/filter.ts';
import { defineQuestion } from '../question/question.ts';

export const search = defineQuestion({
  name: 'search',
  summary: 'Find sessions and events by a question or a few words',
  details:
    'Looks in prompts, answers, commands, paths, errors and outputs of every session. ' +
    'Best first: sessions that have most of the question, rare words counting more, each with its best events. ' +
    'Forms of a word (fix, fixed) and typing mistakes are found too. ' +
    'In the text: "words in order", -without, begin*, file:PATH, and agent: repo: kind: act: tool: since: is:failed.',
  input: {
    text: { type: 'text', required: true, max: 1_000, aliases: ['q'], summary: 'A question, or a few words' },
    agent,
    repo,
    session: { ...sessionName, summary: 'Only in this session' },
    kind: { type: 'choice', choices: kinds, placeholder: 'KIND', summary: 'Only events of this kind' },
    act: { type: 'choice', choices: acts, placeholder: 'ACT', summary: 'Only calls that did this' },
    tool: { type: 'text', max: 200, placeholder: 'NAME', summary: 'Only calls of this tool, such as Bash' },
    since,
    failed: { type: 'flag', summary: 'Only what failed' },
    events: { type: 'flag', summary: 'A list of events instead of sessions' },
    limit: limit(10, 200, 'sessions, or events'),
    budget: {
      type: 'integer',
      min: 100,
      placeholder: 'N',
      summary: 'At most about this many tokens of answer: the best of it',
    },
  },
  positionals: ['text'],
  output: 'SearchAnswer',
  http: { path: '/api/search' },
  async run(context, { session: name, text, limit: most, events = false, budget, ...options }) {
    const { search: find } = await import('./search.ts');
    const { readQuery, withoutQuotes } = await import('./read-query.ts');
    const { timeIn } = await import('./typed-time.ts');
    const { findSession } = await import('../find/find-session.ts');
    const { redact } = await import('../../platform/redact.ts');
    const { read, sources, raw, now } = context;
    // The index has no secrets, and the answer repeats the words that were looked for: they are left out.
    const query = readQuery(redact(text).replaceAll(/\[redacted:[^\]]*\]/g, ' '));
    const { since: typedSince, ...typed } = query.filters;
    const filter = {
      ...typed,
      ...(typedSince !== undefined && { since: timeIn(typedSince, now) }),
      ...options,
    };
    const within = name === undefined ? {} : { session: (await findSession(read, name)).uid };
    const asked = { ...(await filterOf(context, filter)), ...within };
    const how = { limit: most, events, sources, raw };
    const strict = await find(read, query, asked, how);
    const isEmpty = strict.sessions.length + strict.hits.length === 0;
    const isLoose = isEmpty && query.terms.some(({ isRequired }) => isRequired);
    const answer = isLoose ? await find(read, withoutQuotes(query), asked, how) : strict;
    if (budget === undefined) return answer;
    const { withinBudget } = await import('./within-budget.ts');
    return withinBudget(answer, budget);
  },
});
