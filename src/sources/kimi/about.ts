import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'kimi',
  flavor: 'kimi',
  title: 'Kimi Code CLI',
  gives: { times: true, tokens: true, thinking: true, durations: true, subagents: true, globalRecordIds: true },
};
