import type { AgentDescriptor } from '../agent/descriptor.ts';
import { atMention } from '../agent/mention.ts';
import { about } from './about.ts';
import { hooks } from './hook-events.ts';
import { install } from './install.ts';

export const openCode: AgentDescriptor = {
  ...about,
  rank: 3,
  source: async () => (await import('./index.ts')).openCode,
  hooks,
  telemetry: async () => (await import('./otlp.ts')).telemetry,
  install,
  reopen: { command: (native) => ['opencode', '-s', native], importFile: (path) => ['opencode', 'import', path] },
  handoff: { mention: atMention, start: null },
};
