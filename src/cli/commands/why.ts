import { findEvent } from '../../ask/find-event.ts';
import { findSession } from '../../ask/find-session.ts';
import { why } from '../../ask/why.ts';
import type { StoreReader } from '../../store/store.ts';
import { defineCommand } from '../command.ts';
import { renderWhy } from '../render/why.ts';
import { limitFlag } from './shared.ts';

export const whyCommand = defineCommand({
  name: 'why',
  summary: 'Walk back from an event to what caused it',
  details:
    'The strongest causes first, across sub-agents, forks and resumed sessions. What the agent itself recorded is marked so; ' +
    'anything inferred carries its confidence. The order of events alone is never called a cause; the turns and calls the event ' +
    'belongs to, back to the first prompt, are shown apart, as context.',
  positionals: [
    { name: 'session', summary: 'Where to look for the event; everywhere when absent', optional: true },
    { name: 'event', summary: 'Event id, tool-call id, or the beginning of one' },
  ],
  flags: { limit: limitFlag('At most this many causes (60)') },
  examples: [
    { line: 'stemma why ev_7k3m9qa', says: 'an id from `stemma timeline`' },
    { line: 'stemma why toolu_01Ab', says: "the agent's own id of a call" },
    { line: 'stemma why claude:3f2a line:12', says: 'an event that has an id only within its session' },
  ],
  async run(run, { args, flags }) {
    await using store = await run.openArchive();
    const answer = await why(store.read, await eventOf(store.read, args), { limit: flags.limit ?? 60 });
    await run.answer(answer, () => renderWhy(answer, run));
  },
});

async function eventOf(read: StoreReader, [first, second]: readonly string[]) {
  if (second === undefined) return findEvent(read, first!);
  const session = await findSession(read, first);
  return findEvent(read, second, session.uid);
}
