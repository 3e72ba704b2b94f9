import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'gptme',
  flavor: 'gptme',
  title: 'gptme',
  gives: { times: true, tokens: true, thinking: true, durations: true },
};
