import type { AgentDescriptor } from '../agent/descriptor.ts';
import { plainMention } from '../agent/mention.ts';
import { about } from './about.ts';
import { hooks } from './hook-events.ts';
import { install } from './install.ts';

export const grok: AgentDescriptor = {
  ...about,
  rank: 7,
  source: async () => (await import('./index.ts')).grok,
  hooks,
  telemetry: async () => (await import('./otlp.ts')).telemetry,
  install,
  handoff: { mention: plainMention, start: null },
};
