import type { Source } from '../source.ts';
import { bytes, isContainer, list } from './container.ts';
import { discover, places } from './discover.ts';
import { identify, recognises } from './heading.ts';
import { flavor } from './index-file.ts';
import { otlpReader } from './reader.ts';

/** Files of OpenTelemetry traces and logs, in which agents tell of their sessions. See README.md. */
export const otlp: Source = {
  name: 'otlp',
  flavor,
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
  places,
  discover,
  recognises,
  identify,
  container: { recognises: isContainer, list, bytes },
  reader: otlpReader,
};
