import { findSession } from '../find/load-find.ts';
import { limit, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const performance = defineQuestion({
  name: 'performance',
  summary: 'Show where the time and the tokens of a session went',
  details:
    'By tool, by act, by model and by sub-agent; the slowest calls; how long it waited for a person and for the ' +
    'model; what was done again; and how it compares with earlier sessions in the same repository. Every moment ' +
    'counts once: while a call runs, for tools (waiting for permission included, as agents do not record it), ' +
    'else for whoever was waited for. The tokens of a response count for the first call it made. Sub-agents are ' +
    'counted with the session, except for its time and waits.',
  input: { session: sessionName, limit: limit(15, 100, 'entries of each list') },
  positionals: ['session'],
  output: 'PerformanceAnswer',
  http: { path: '/api/sessions/:session/performance', isLong: true },
  async run({ read }, { session: name, ...options }) {
    const { performance: measure } = await import('./performance.ts');
    return measure(read, await findSession(read, name), options);
  },
});
