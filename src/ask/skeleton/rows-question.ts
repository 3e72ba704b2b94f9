import { findSession } from '../find/load-find.ts';
import { after, limit, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const rows = defineQuestion({
  name: 'rows',
  summary: 'Show the texts of a page of steps, to go with the skeleton',
  input: { session: sessionName, limit: limit(256, 1_000, 'steps'), after },
  positionals: ['session'],
  output: 'RowsAnswer',
  http: { path: '/api/sessions/:session/rows' },
  async run({ read }, { session: name, ...options }) {
    const { rows: texts } = await import('./rows.ts');
    return texts(read, await findSession(read, name), options);
  },
});
