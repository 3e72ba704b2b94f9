import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'causetrace',
  flavor: 'causetrace',
  title: 'causetrace',
  gives: { times: true, thinking: true, durations: true, lineage: true },
};
