import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'droid',
  flavor: 'droid',
  title: 'Factory Droid',
  gives: {
    times: true,
    tokens: true,
    thinking: true,
    exitCodes: true,
    lineage: true,
    subagents: true,
    globalRecordIds: true,
  },
};
