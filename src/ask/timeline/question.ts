import { kinds } from '../../model/words.ts';
import { findSession } from '../find/load-find.ts';
import { after, limit, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const timeline = defineQuestion({
  name: 'timeline',
  summary: 'Show what happened in a session, in order',
  input: {
    session: sessionName,
    kinds: {
      type: 'choices',
      choices: kinds,
      aliases: ['kind'],
      placeholder: 'KIND',
      summary: 'Only events of these kinds',
    },
    limit: limit(100, 2_000, 'events'),
    after,
  },
  positionals: ['session'],
  output: 'TimelineAnswer',
  http: { path: '/api/sessions/:session/timeline' },
  async run({ read }, { session: name, ...options }) {
    const { timeline: list } = await import('./timeline.ts');
    return list(read, await findSession(read, name), options);
  },
});
