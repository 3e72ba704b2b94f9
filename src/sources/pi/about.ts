import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'pi',
  flavor: 'pi',
  title: 'pi',
  gives: { times: true, tokens: true, thinking: true, durations: true, lineage: true, globalRecordIds: true },
  // A template or skill is recorded by its text; what begins with a slash was handled by pi, or by nobody.
  clientCommands: 'all',
};
