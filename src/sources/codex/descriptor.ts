import type { AgentDescriptor } from '../agent/descriptor.ts';
import { plainMention } from '../agent/mention.ts';
import { about } from './about.ts';
import { hooks } from './hook-events.ts';
import { install } from './install.ts';

export const codex: AgentDescriptor = {
  ...about,
  rank: 2,
  source: async () => (await import('./index.ts')).codex,
  hooks,
  telemetry: async () => (await import('./otlp.ts')).telemetry,
  install,
  reopen: { command: (native) => ['codex', 'resume', native] },
  handoff: { mention: plainMention, start: 'codex "PROMPT"' },
  answering: { program: 'codex', question: 'input', last: (words) => (words.includes('-') ? [] : ['-']) },
};
