import { roots } from '../../ask/roots/roots.ts';
import { defineCommand } from '../line/command.ts';
import { renderRoots } from '../render/causes/roots.ts';
import { limitFlag } from './shared.ts';
import { depthFlag, eventArguments, minConfidenceFlag, namedEvent, contextOf, walkOptions } from './walk.ts';

export const rootsCommand = defineCommand({
  name: 'roots',
  summary: 'Show where an event began: the causes that have no cause',
  details:
    'Each by the strongest path that leads to it. The percentage is the product of the confidences on that path.',
  positionals: eventArguments,
  flags: { depth: depthFlag, 'min-confidence': minConfidenceFlag, limit: limitFlag('At most this many (10)') },
  examples: [{ line: 'stemma roots ev_7k3m9qa', says: 'the prompts, notifications and finds it goes back to' }],
  async run(run, { args, flags }) {
    await using store = await run.openArchive();
    const event = await namedEvent(store.read, args);
    const answer = await roots(store.read, event, walkOptions(flags, 10));
    const context = await contextOf(store.read, event, run);
    await run.answer(answer, () => renderRoots(answer, context));
  },
});
