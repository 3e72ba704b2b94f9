import { agentWithHooks } from '../../sources/registry.ts';

/** What a hook prints so that the agent reads a note; undefined for agents that accept none. */
export function noteOutput(agent: string, event: string, note: string): string | undefined {
  const accepts = agentWithHooks(agent)?.hooks.accepts;
  return accepts && JSON.stringify(accepts.output(event, note));
}
