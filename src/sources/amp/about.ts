import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'amp',
  flavor: 'amp',
  title: 'Amp',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, subagents: true },
};
