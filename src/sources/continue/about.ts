import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'continue',
  flavor: 'continue',
  title: 'Continue',
  gives: { tokens: true, thinking: true, exitCodes: true, globalRecordIds: true },
  clientCommands: ['whoami'],
};
