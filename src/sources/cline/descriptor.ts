import type { AgentDescriptor } from '../agent/descriptor.ts';
import { rootMention } from '../agent/mention.ts';
import { about } from './about.ts';
import { hooks } from './hook-events.ts';
import { install } from './install.ts';

export const cline: AgentDescriptor = {
  ...about,
  rank: 8,
  source: async () => (await import('./index.ts')).cline,
  hooks,
  install,
  handoff: { mention: rootMention, start: null },
};
