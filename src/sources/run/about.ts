import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'run',
  flavor: 'run',
  title: 'stemma run',
  gives: { times: true, exitCodes: true, durations: true, lineage: true },
};
