import type {
  AgentDescriptor,
  AgentWithHooks,
  AgentWithStatusLine,
  InstallableAgent,
  SourceDescriptor,
} from './agent/descriptor.ts';
import * as known from './agents.ts';
import { about as causetrace } from './causetrace/about.ts';
import { about as hooks } from './hooks/about.ts';
import { about as otlp } from './otlp/about.ts';
import { about as run } from './run/about.ts';
import { about as sdk } from './sdk/about.ts';
import type { Source } from './source.ts';

const lowest = 1_000;

/** Every agent stemma knows, the most used first. */
export const agents: readonly AgentDescriptor[] = Object.values<AgentDescriptor>(known).toSorted(
  (a, b) => (a.rank ?? lowest) - (b.rank ?? lowest) || (a.name < b.name ? -1 : 1),
);

/** Every source, by name: what agents write, and what stemma and programs that use it record. */
export const sourceDescriptors: readonly SourceDescriptor[] = [
  ...agents,
  { ...causetrace, source: async () => (await import('./causetrace/index.ts')).causetrace },
  { ...hooks, source: async () => (await import('./hooks/index.ts')).hooksSource(agents) },
  { ...otlp, source: async () => (await import('./otlp/index.ts')).otlpSource(agents) },
  { ...run, source: async () => (await import('./run/index.ts')).run },
  { ...sdk, source: async () => (await import('./sdk/index.ts')).sdk },
].toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Every agent `stemma install` knows. */
export const installableAgents: readonly InstallableAgent[] = agents.filter(
  (agent): agent is InstallableAgent => agent.install !== undefined,
);

export function agentWithHooks(name: string | undefined): AgentWithHooks | undefined {
  return agents.find((agent): agent is AgentWithHooks => agent.name === name && agent.hooks !== undefined);
}

/** The agents whose status line can show ours. */
export const agentsWithStatusLine: readonly AgentWithStatusLine[] = agents.filter(
  (agent): agent is AgentWithStatusLine => agent.statusLine !== undefined,
);

/** The reader with this name. */
export async function loadSource(name: string): Promise<Source | undefined> {
  return sourceDescriptors.find((each) => each.name === name)?.source();
}

let loaded: Promise<readonly Source[]> | undefined;

/** The reader with this name; without one all of them, the same objects however often they are asked for. */
export async function loadSources(only?: string): Promise<readonly Source[]> {
  if (only !== undefined) {
    const source = await loadSource(only);
    return source === undefined ? [] : [source];
  }
  loaded ??= Promise.all(sourceDescriptors.map((each) => each.source()));
  return await loaded;
}
