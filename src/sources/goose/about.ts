import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'goose',
  flavor: 'goose',
  title: 'goose',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, subagents: true, globalRecordIds: true },
};
