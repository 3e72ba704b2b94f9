import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = { name: 'toy', flavor: 'toy', title: 'Toy', gives: {} };
