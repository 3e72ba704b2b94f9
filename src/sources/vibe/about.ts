import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'vibe',
  flavor: 'vibe',
  title: 'Mistral Vibe',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, durations: true },
};
