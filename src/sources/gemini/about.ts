import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'gemini',
  flavor: 'gemini',
  title: 'Gemini CLI',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, subagents: true, globalRecordIds: true },
  clientCommands: [
    'auth',
    'corgi',
    'dir',
    'directory',
    'extensions',
    'policies',
    'privacy',
    'restore',
    'setup-github',
    'shells',
  ],
};
