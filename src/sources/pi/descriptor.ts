import type { AgentDescriptor } from '../agent/descriptor.ts';
import { plainMention } from '../agent/mention.ts';
import { about } from './about.ts';
import { hooks } from './hook-events.ts';
import { install } from './install.ts';

export const pi: AgentDescriptor = {
  ...about,
  rank: 10,
  source: async () => (await import('./index.ts')).pi,
  hooks,
  install,
  reopen: { command: (native) => ['pi', '--session', native] },
  handoff: { mention: plainMention, start: null },
};
