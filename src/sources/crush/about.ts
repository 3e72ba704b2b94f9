import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'crush',
  flavor: 'crush',
  title: 'Crush',
  gives: { times: true, thinking: true, exitCodes: true, subagents: true, globalRecordIds: true },
};
