import type { AgentDescriptor } from '../agent/descriptor.ts';
import type { AgentTelemetry } from '../agent/telemetry/agent-telemetry.ts';
import type { Telemetry } from '../agent/telemetry/telemetry.ts';
import type { Machine } from '../source.ts';

/** An agent whose telemetry is a secondary source of its sessions. */
export type KnownAgent = AgentTelemetry & Pick<AgentDescriptor, 'name' | 'flavor'>;

export class KnownAgents {
  readonly #agents: readonly KnownAgent[];

  constructor(agents: readonly KnownAgent[]) {
    this.#agents = agents;
  }

  static async load(agents: readonly AgentDescriptor[]): Promise<KnownAgents> {
    const known = agents.map(async ({ name, flavor, telemetry }) =>
      telemetry ? [{ name, flavor, ...(await telemetry()) }] : [],
    );
    return new KnownAgents((await Promise.all(known)).flat());
  }

  of(record: Telemetry): KnownAgent | undefined {
    return this.#agents.find((agent) => agent.owns(record));
  }

  named(name: string | undefined): KnownAgent | undefined {
    return this.#agents.find((agent) => agent.name === name);
  }

  /** Files they were asked to write. */
  files(machine: Machine): readonly string[] {
    const named = this.#agents.flatMap((agent) => agent.files?.(machine) ?? []);
    return [...new Set(named.filter((path) => path !== undefined && path !== ''))] as readonly string[];
  }
}
