import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'sdk',
  flavor: 'sdk',
  title: 'stemma SDK',
  gives: {
    times: true,
    tokens: true,
    thinking: true,
    exitCodes: true,
    durations: true,
    lineage: true,
    subagents: true,
  },
};
