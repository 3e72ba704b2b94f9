import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'codex',
  flavor: 'codex',
  title: 'Codex CLI',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, durations: true, subagents: true },
  clientCommands: ['debug-config', 'experimental', 'mention', 'personality', 'ps', 'rollout', 'setup-default-sandbox'],
};
