import type { AgentDescriptor } from '../agent/descriptor.ts';
import { atMention } from '../agent/mention.ts';
import { withPrompt } from '../agent/answering.ts';
import { about } from './about.ts';
import { hooks } from './hook-events.ts';
import { install } from './install.ts';

export const qwen: AgentDescriptor = {
  ...about,
  rank: 5,
  source: async () => (await import('./index.ts')).qwen,
  hooks,
  telemetry: async () => (await import('./otlp.ts')).telemetry,
  install,
  reopen: { command: (native) => ['qwen', '--resume', native] },
  handoff: { mention: atMention, start: 'qwen -i "PROMPT"' },
  answering: { program: 'qwen', question: 'input', last: withPrompt },
};
