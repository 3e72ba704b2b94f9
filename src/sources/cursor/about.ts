import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'cursor',
  flavor: 'cursor',
  title: 'Cursor',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, subagents: true, globalRecordIds: true },
};
