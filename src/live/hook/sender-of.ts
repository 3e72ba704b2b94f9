import type { JsonObject } from '../../platform/parse-records.ts';
import { agents, agentWithHooks } from '../../sources/registry.ts';

/**
 * The agent that sent a payload. A hook knows whose settings it is in, and some agents also run the hooks of another
 * one.
 */
export function senderOf(agent: string, payload: JsonObject): string {
  if (!agentWithHooks(agent)?.hooks.isShared) return agent;
  return agents.find(({ hooks }) => hooks?.claims?.(payload))?.name ?? agent;
}
