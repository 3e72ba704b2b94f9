import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'grok-cli',
  flavor: 'grok-cli',
  title: 'Grok CLI (community)',
  gives: {},
};
