import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'pi',
  flavor: 'pi',
  title: 'pi',
  gives: { times: true, tokens: true, thinking: true, durations: true, lineage: true, globalRecordIds: true },
};
