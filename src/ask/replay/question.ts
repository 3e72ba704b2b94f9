import type { StemmaError } from '../../model/stemma-error.ts';
import { findSession } from '../find/load-find.ts';
import { after, limit, sessionName } from '../question/fields.ts';
import { defineQuestion, defineStream } from '../question/question.ts';

export const replay = defineStream({
  name: 'replay',
  summary: 'Go through a session again, each event with its cause and place',
  input: {
    session: sessionName,
    brief: { type: 'flag', summary: 'One line per event, without the content' },
    after,
  },
  positionals: ['session'],
  async *stream({ read, sources, raw }, { session: name, ...options }) {
    const { replay: eventsOf } = await import('./replay.ts');
    const readers = options.brief ? [] : await sources();
    let damage: StemmaError | undefined;
    const onDamage = (found: StemmaError) => (damage ??= found);
    const found = await findSession(read, name);
    yield* eventsOf(read, found, { sources: readers, raw, causes: true, onDamage, ...options });
    if (damage) throw damage;
  },
});

export const replaySummary = defineQuestion({
  name: 'replaySummary',
  summary: 'Count the events, tools and failures of a session, with their times',
  input: { session: sessionName, limit: limit(50, 1_000, 'tools') },
  positionals: ['session'],
  output: 'ReplaySummary',
  http: { path: '/api/sessions/:session/replay-summary', isLong: true },
  async run({ read }, { session: name, ...options }) {
    const { replaySummary: count } = await import('./summary.ts');
    return count(read, await findSession(read, name), options);
  },
});
