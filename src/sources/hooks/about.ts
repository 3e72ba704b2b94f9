import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'hooks',
  flavor: 'hooks',
  title: 'Hooks',
  gives: { times: true, durations: true, exitCodes: true, subagents: true },
};
