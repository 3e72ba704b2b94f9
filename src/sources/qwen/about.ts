import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'qwen',
  flavor: 'qwen',
  title: 'Qwen Code',
  gives: {
    times: true,
    tokens: true,
    thinking: true,
    exitCodes: true,
    durations: true,
    lineage: true,
    subagents: true,
    globalRecordIds: true,
  },
  clientCommands: [
    'approval-mode',
    'arena',
    'auth',
    'directory',
    'extensions',
    'language',
    'privacy',
    'restore',
    'setup-github',
  ],
};
