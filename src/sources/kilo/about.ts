import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'kilo',
  flavor: 'kilo',
  title: 'Kilo Code',
  gives: {
    times: true,
    tokens: true,
    thinking: true,
    exitCodes: true,
    durations: true,
    lineage: true,
    subagents: true,
    globalRecordIds: true,
  },
};
