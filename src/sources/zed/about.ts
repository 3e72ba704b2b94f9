import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'zed',
  flavor: 'zed',
  title: 'Zed',
  gives: { tokens: true, thinking: true, exitCodes: true, subagents: true, globalRecordIds: true },
};
