import { StemmaError } from '../../../model/stemma-error.ts';
import { redact } from '../../../platform/redact.ts';
import type { AgentDescriptor, AgentHandoff } from '../../../sources/agent/descriptor.ts';
import { agents } from '../../../sources/registry.ts';

type HandoffAgent = AgentDescriptor & { readonly handoff: AgentHandoff };

const handoffAgents = agents.filter((agent): agent is HandoffAgent => agent.handoff !== undefined);

export const handoffAgentNames: readonly string[] = handoffAgents.map(({ name }) => name);

/** An agent that work can be handed to, by its name or its flavor. */
export function handoffAgent(typed: string): HandoffAgent {
  const found = handoffAgents.find(({ name, flavor }) => name === typed || flavor === typed);
  if (found) return found;
  throw new StemmaError('bad-argument', `stemma does not know how to hand work to "${redact(typed)}".`, {
    hint: `It knows ${handoffAgentNames.join(', ')}; \`stemma resume\` is for any other.`,
  });
}
