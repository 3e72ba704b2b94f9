import { findSession } from '../find/load-find.ts';
import { after, sessionName } from '../question/fields.ts';
import { defineStream } from '../question/question.ts';

export const replay = defineStream({
  name: 'replay',
  summary: 'Go through a session again, with where each event came from',
  input: {
    session: sessionName,
    summary: { type: 'flag', summary: 'Only the summaries, without the content' },
    after,
  },
  positionals: ['session'],
  async *stream({ read, sources, raw }, { session: name, ...options }) {
    const { replay: eventsOf } = await import('./replay.ts');
    const readers = options.summary ? [] : await sources();
    yield* eventsOf(read, await findSession(read, name), { sources: readers, raw, ...options });
  },
});
