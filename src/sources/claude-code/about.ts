import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'claude-code',
  flavor: 'claude',
  title: 'Claude Code',
  gives: {
    times: true,
    tokens: true,
    thinking: true,
    durations: true,
    lineage: true,
    subagents: true,
    globalRecordIds: true,
    siblings: true,
  },
  clientCommands: [
    'doctor',
    'install-github-app',
    'install-slack-app',
    'output-style',
    'reload-plugins',
    'remote-control',
    'remote-env',
    'sandbox',
    'stickers',
  ],
};
