import type { AgentDescriptor } from '../agent/descriptor.ts';
import { plainMention } from '../agent/mention.ts';
import { about } from './about.ts';
import { install } from './install.ts';

export const continueDev: AgentDescriptor = {
  ...about,
  rank: 11,
  source: async () => (await import('./index.ts')).continueDev,
  install,
  handoff: { mention: plainMention, start: null },
};
