import type { AgentDescriptor } from '../agent/descriptor.ts';
import type { Source } from '../source.ts';
import { about } from './about.ts';
import { KnownAgents } from './agents.ts';
import { bytes, isContainer, list } from './container/container.ts';
import { discover, places } from './container/discover.ts';
import { identify, matches } from './heading.ts';
import { otlpReader } from './records/reader.ts';

/** Files of OpenTelemetry traces and logs; those of these agents add to their transcripts. See README.md. */
export async function otlpSource(agents: readonly AgentDescriptor[]): Promise<Source> {
  const known = await KnownAgents.load(agents);
  return {
    ...about,
    places: (machine) => places(known, machine),
    discover: (machine) => discover(known, machine),
    matches,
    identify: (peek) => identify(known, peek),
    container: {
      matches: isContainer,
      list: (path) => list(known, path),
      bytes: (path, from) => bytes(known, path, from),
    },
    reader: (identity, state) => otlpReader(known, identity, state),
  };
}
