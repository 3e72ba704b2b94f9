import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'opencode',
  flavor: 'opencode',
  title: 'OpenCode',
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
  clientCommands: ['connect', 'themes', 'thinking', 'timestamps', 'unshare', 'variants'],
};
