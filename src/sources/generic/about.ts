import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'generic',
  flavor: 'generic',
  title: 'Unknown agent',
  gives: { times: true, tokens: true, thinking: true },
};
