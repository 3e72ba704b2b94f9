import type { AgentDescriptor } from '../agent/descriptor.ts';
import { atMention } from '../agent/mention.ts';
import { about } from './about.ts';
import { hooks } from './hook-events.ts';
import { install } from './install.ts';

export const copilot: AgentDescriptor = {
  ...about,
  rank: 6,
  source: async () => (await import('./index.ts')).copilot,
  hooks,
  telemetry: async () => (await import('./otlp.ts')).telemetry,
  install,
  reopen: { command: (native) => ['copilot', `--resume=${native}`] },
  handoff: { mention: atMention, start: null },
  answering: { program: 'copilot', question: 'argument' },
};
