import type { AgentDescriptor, AgentWithHooks } from '../agent/descriptor.ts';
import type { Source } from '../source.ts';
import { about } from './about.ts';
import { discover, places } from './discover.ts';
import { identify, matches } from './identify.ts';
import { hooksReader } from './reader.ts';

/** What the hooks of these agents reported: `$STEMMA_HOME/hooks/<agent>/<session id>.jsonl`. See README.md. */
export function hooksSource(agents: readonly AgentDescriptor[]): Source {
  const withHooks = new Map(
    agents
      .filter((agent): agent is AgentWithHooks => agent.hooks !== undefined)
      .map((agent) => [agent.name, agent] as const),
  );
  return {
    ...about,
    places,
    discover,
    matches,
    identify: (peek) => identify(withHooks, peek),
    reader: (_identity, state) => hooksReader(withHooks, state),
  };
}
