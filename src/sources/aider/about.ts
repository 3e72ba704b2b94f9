import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'aider',
  flavor: 'aider',
  title: 'Aider',
  gives: { tokens: true, thinking: true },
};
