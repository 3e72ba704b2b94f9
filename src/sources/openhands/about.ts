import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'openhands',
  flavor: 'openhands',
  title: 'OpenHands',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, globalRecordIds: true },
};
