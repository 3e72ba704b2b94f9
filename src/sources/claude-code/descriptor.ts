import type { AgentDescriptor } from '../agent/descriptor.ts';
import { atMention } from '../agent/mention.ts';
import { about } from './about.ts';
import { hooks } from './hook-events.ts';
import { install } from './install.ts';
import { statusLine } from './status-line.ts';

export const claudeCode: AgentDescriptor = {
  ...about,
  rank: 1,
  source: async () => (await import('./index.ts')).claudeCode,
  hooks,
  telemetry: async () => (await import('./otlp.ts')).telemetry,
  install,
  statusLine,
  reopen: { command: (native) => ['claude', '--resume', native] },
  handoff: { mention: atMention, start: 'claude "PROMPT"' },
};
