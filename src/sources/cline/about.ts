import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'cline',
  flavor: 'cline',
  title: 'Cline',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, subagents: true, globalRecordIds: true },
};
