import { existsSync } from 'node:fs';
import type { Machine } from '../../sources/source.ts';
import type { InstallableAgent } from '../../sources/agent/descriptor.ts';
import type { InstallPlan, PlannedFile, ServerFile } from '../../sources/agent/install.ts';
import { hookCommand, spoolPath, type HookKit } from '../hook/hook-command.ts';
import { serverCommand } from './mcp/server-script.ts';
import { isAtLeast } from '../../sources/agent/version.ts';

/** Everything an agent should get from us. */
export interface Wanted {
  readonly plan: InstallPlan;
  readonly files: readonly PlannedFile[];
  /** Files that should not have our server; it may be there from earlier. */
  readonly unwanted: readonly ServerFile[];
  readonly mcp: McpWish;
}

export interface McpWish {
  /** Whether it should have the server; null where it cannot. */
  readonly on: boolean | null;
  /** Why not, when it is not the person's choice; a sentence without its full stop. */
  readonly note: string | null;
}

interface Ground {
  readonly machine: Machine;
  readonly kit: HookKit;
  /** Of the agent, when it could be found out. */
  readonly version: string | undefined;
}

/** Its planned hooks, with our MCP server in the file where it looks for servers: one of its own, or the same. */
export function wantedOf(agent: InstallableAgent, ground: Ground, { noMcp }: { readonly noMcp: boolean }): Wanted {
  const { machine, kit, version } = ground;
  const plan = agent.install.plan({
    machine,
    platform: kit.platform,
    version,
    hookCommand: (event) => hookCommand(kit, agent.name, event),
    spool: spoolPath(kit),
  });
  const files = 'instead' in plan ? [] : plan.files;
  const mcp = mcpWish(agent, ground, noMcp);
  if ('instead' in agent.install.mcp || mcp.on === null) return { plan, files, unwanted: [], mcp };
  const { format, under, entry, path: pathOn } = agent.install.mcp;
  const path = pathOn(machine);
  const server = { format, under, entry: mcp.on ? entry(serverCommand(kit)) : undefined };
  const joined = files.map((file) => (file.kind === 'settings' && file.path === path ? { ...file, server } : file));
  if (joined.some((file) => file.path === path)) return { plan, files: joined, unwanted: [], mcp };
  const file: ServerFile = { kind: 'server', path, server };
  return { plan, files: mcp.on ? [...files, file] : files, unwanted: mcp.on ? [] : [file], mcp };
}

function mcpWish(
  { title, install: { mcp } }: InstallableAgent,
  { machine, kit, version }: Ground,
  noMcp: boolean,
): McpWish {
  if ('instead' in mcp) return { on: null, note: mcp.instead };
  if (noMcp) return { on: false, note: null };
  if (kit.server === undefined) return { on: null, note: null };
  const already = mcp.hasItAlready?.(machine);
  if (already !== undefined) return { on: false, note: already };
  if (mcp.notCreated !== undefined && !existsSync(mcp.path(machine))) return { on: false, note: mcp.notCreated };
  const isOld = version !== undefined && !isAtLeast(version, mcp.since);
  return isOld
    ? {
        on: false,
        note: `${title} ${version} is not known to look for servers where newer ones do: update it, to ${mcp.since} or later, and install again`,
      }
    : { on: true, note: null };
}
