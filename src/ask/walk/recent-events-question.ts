import { findSession } from '../find/load-find.ts';
import { after, limit, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const recentEvents = defineQuestion({
  name: 'recentEvents',
  summary: 'Show the latest events of a session, newest first',
  input: { session: sessionName, limit: limit(50, 1_000, 'events'), after },
  positionals: ['session', 'limit'],
  output: 'RecentEventsAnswer',
  http: { path: '/api/sessions/:session/recent' },
  async run({ read }, { session: name, ...page }) {
    const { recentEvents: list } = await import('./recent-events.ts');
    return list(read, (await findSession(read, name)).uid, page);
  },
});
