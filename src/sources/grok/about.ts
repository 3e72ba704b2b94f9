import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'grok',
  flavor: 'grok',
  title: 'Grok Build',
  gives: {
    times: true,
    tokens: true,
    thinking: true,
    exitCodes: true,
    durations: true,
    subagents: true,
    globalRecordIds: true,
  },
};
