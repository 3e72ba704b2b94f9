import { impact } from '../../ask/impact/impact.ts';
import { defineCommand } from '../line/command.ts';
import { renderImpact } from '../render/causes/impact.ts';
import { limitFlag } from './shared.ts';
import { depthFlag, eventArguments, everyStep, minConfidenceFlag, namedEvent, contextOf, walkOptions } from './walk.ts';

export const impactCommand = defineCommand({
  name: 'impact',
  summary: 'Walk on from an event to what it led to',
  details:
    '`why`, forward: what depends on the event directly, strongest first, and how much followed from each. What the agent itself ' +
    'recorded is marked so; anything inferred carries how sure that is.',
  positionals: eventArguments,
  flags: {
    all: { type: 'flag', summary: 'Tell every effect with its reason' },
    depth: depthFlag,
    'min-confidence': minConfidenceFlag,
    limit: limitFlag('At most this many effects (60; with --all all of them)'),
  },
  examples: [
    { line: 'stemma impact ev_7k3m9qa', says: 'what came of it' },
    { line: 'stemma impact ev_7k3m9qa --all', says: 'everything that followed, as a tree' },
  ],
  async run(run, { args, flags }) {
    await using store = await run.openArchive();
    const event = await namedEvent(store.read, args);
    const answer = await impact(store.read, event, walkOptions(flags, flags.all ? everyStep : 60));
    const context = await contextOf(store.read, event, run);
    await run.answer(answer, () => renderImpact(answer, context, { all: flags.all }));
  },
});
