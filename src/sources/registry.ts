import type { AgentDescriptor, AgentWithHooks, InstallableAgent, SourceDescriptor } from './agent/descriptor.ts';
import { aider } from './aider/descriptor.ts';
import { claudeCode } from './claude-code/descriptor.ts';
import { cline } from './cline/descriptor.ts';
import { codex } from './codex/descriptor.ts';
import { continueDev } from './continue/descriptor.ts';
import { copilot } from './copilot/descriptor.ts';
import { droid } from './droid/descriptor.ts';
import { gemini } from './gemini/descriptor.ts';
import { grok } from './grok/descriptor.ts';
import { grokCli } from './grok-cli/descriptor.ts';
import { openCode } from './opencode/descriptor.ts';
import { pi } from './pi/descriptor.ts';
import { qwen } from './qwen/descriptor.ts';
import { sweAgent } from './swe-agent/descriptor.ts';
import { about as causetrace } from './causetrace/about.ts';
import { about as hooks } from './hooks/about.ts';
import { about as otlp } from './otlp/about.ts';
import { about as run } from './run/about.ts';
import { about as sdk } from './sdk/about.ts';
import type { Source } from './source.ts';

/** Every agent stemma knows, the most used first. To add one: its folder, and its line here. */
export const agents: readonly AgentDescriptor[] = [
  claudeCode,
  codex,
  openCode,
  gemini,
  qwen,
  copilot,
  grok,
  cline,
  droid,
  pi,
  continueDev,
  aider,
  grokCli,
  sweAgent,
];

/** Everything that is read, by name: what agents write, and what stemma and programs that use it record. */
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

let loaded: Promise<readonly Source[]> | undefined;

/** The readers of all of them; the same objects however often they are asked for. */
export function loadSources(): Promise<readonly Source[]> {
  loaded ??= Promise.all(sourceDescriptors.map((each) => each.source()));
  return loaded;
}
