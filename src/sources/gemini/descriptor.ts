import type { AgentDescriptor } from '../agent/descriptor.ts';
import { atMention } from '../agent/mention.ts';
import { withPrompt } from '../agent/answering.ts';
import { about } from './about.ts';
import { hooks } from './hook-events.ts';
import { install } from './install.ts';

export const gemini: AgentDescriptor = {
  ...about,
  rank: 4,
  source: async () => (await import('./index.ts')).gemini,
  hooks,
  telemetry: async () => (await import('./otlp.ts')).telemetry,
  install,
  reopen: { command: (native) => ['gemini', '--resume', native] },
  handoff: { mention: atMention, start: 'gemini -i "PROMPT"' },
  answering: { program: 'gemini', question: 'input', last: withPrompt },
};
