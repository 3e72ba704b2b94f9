import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'chat-export',
  flavor: 'chat-export',
  title: 'Chat export (claude.ai, ChatGPT)',
  gives: { times: true, thinking: true },
};
