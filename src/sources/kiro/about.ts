import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'kiro',
  flavor: 'kiro',
  title: 'Kiro CLI (Amazon Q)',
  gives: { times: true },
};
