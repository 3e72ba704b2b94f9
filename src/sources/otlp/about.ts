import type { SourceFacts } from '../agent/descriptor.ts';

export const about: SourceFacts = {
  name: 'otlp',
  flavor: 'otel',
  title: 'OTLP',
  gives: {
    times: true,
    tokens: true,
    thinking: true,
    exitCodes: true,
    durations: true,
    lineage: true,
    subagents: true,
  },
};
