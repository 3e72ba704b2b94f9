import { findSession } from '../find/load-find.ts';
import { sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const session = defineQuestion({
  name: 'session',
  summary: 'Show one session',
  input: { session: sessionName },
  positionals: ['session'],
  output: 'Session',
  http: { path: '/api/sessions/:session' },
  run: ({ read }, { session: name }) => findSession(read, name),
});
