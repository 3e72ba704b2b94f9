import type { Source } from '../source.ts';
import { about } from './about.ts';
import { bytes, isContainer, list } from './container/container.ts';
import { discover, places } from './container/discover.ts';
import { identify, recognises } from './heading.ts';
import { otlpReader } from './records/reader.ts';

/** Files of OpenTelemetry traces and logs, in which agents tell of their sessions. See README.md. */
export const otlp: Source = {
  ...about,
  places,
  discover,
  recognises,
  identify,
  container: { recognises: isContainer, list, bytes },
  reader: otlpReader,
};
