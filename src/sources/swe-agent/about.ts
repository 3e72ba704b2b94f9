import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'swe-agent',
  flavor: 'swe-agent',
  title: 'SWE-agent',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, durations: true },
};
