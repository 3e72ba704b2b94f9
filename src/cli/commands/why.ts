import { why } from '../../ask/why/why.ts';
import { defineCommand } from '../line/command.ts';
import { renderWhy } from '../render/causes/why.ts';
import { limitFlag } from './shared.ts';
import { depthFlag, eventArguments, everyStep, minConfidenceFlag, namedEvent, contextOf, walkOptions } from './walk.ts';

export const whyCommand = defineCommand({
  name: 'why',
  summary: 'Walk back from an event to what caused it',
  details:
    'Tells the main line from the event back to where it began, then what else it depends on, across sub-agents, forks and resumed ' +
    'sessions. A cause is as strong as the product of the confidences on the way to it; the strongest 60 are looked at. What the agent ' +
    'itself recorded is marked so; anything inferred carries how sure that is, and below 50% it is called a guess. The order of events ' +
    'alone is never called a cause: where nothing else is known, that is the answer, with the turns and calls the event belongs to as context.',
  positionals: eventArguments,
  flags: {
    all: { type: 'flag', summary: 'Tell every cause with its reason, not the story' },
    depth: depthFlag,
    'min-confidence': minConfidenceFlag,
    limit: limitFlag('At most this many causes (60; with --all all of them)'),
  },
  examples: [
    { line: 'stemma why ev_7k3m9qa', says: 'an id from `stemma timeline`' },
    { line: 'stemma why toolu_01Ab', says: "the agent's own id of a call" },
    { line: 'stemma why claude:3f2a line:12', says: 'an event that has an id only within its session' },
    { line: 'stemma why ev_7k3m9qa --depth 1', says: 'only what led to it directly' },
    { line: 'stemma why ev_7k3m9qa --all --min-confidence 0.5', says: 'everything behind it, but no guesses' },
  ],
  async run(run, { args, flags }) {
    await using store = await run.openArchive();
    const event = await namedEvent(store.read, args);
    const answer = await why(store.read, event, walkOptions(flags, flags.all ? everyStep : 60));
    const context = await contextOf(store.read, event, run);
    await run.answer(answer, () => renderWhy(answer, context, { all: flags.all }));
  },
});
