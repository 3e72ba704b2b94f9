import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'copilot',
  flavor: 'copilot',
  title: 'GitHub Copilot',
  gives: { times: true, tokens: true, thinking: true, exitCodes: true, durations: true, subagents: true },
  clientCommands: ['allow-all', 'cd', 'cwd', 'list-dirs', 'reset-allowed-tools', 'streamer-mode', 'yolo'],
};
