import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'aider',
  flavor: 'aider',
  title: 'Aider',
  gives: { tokens: true, thinking: true },
  // It has no commands of the user, and takes the start of a name for it: `/ex`, `/tok`.
  clientCommands: 'all',
};
