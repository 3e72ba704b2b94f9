import { existsSync } from 'node:fs';
import type { Ground, LiveAgent, Plan, ServerFile, WantedFile } from './agent.ts';
import { serverCommand } from './mcp/server-script.ts';
import { isAtLeast } from './version.ts';

/** All that an agent is to have of us. */
export interface Wanted {
  readonly plan: Plan;
  readonly files: readonly WantedFile[];
  /** Files in which our server is not to be; it may be there from earlier. */
  readonly unwanted: readonly ServerFile[];
  readonly mcp: McpWish;
}

export interface McpWish {
  /** Whether it is to know of the server; null where it cannot. */
  readonly on: boolean | null;
  /** Why it is not to, when it is not the person's wish; a sentence without its full stop. */
  readonly note: string | null;
}

/**
 * Its hooks as it plans them, with our MCP server in the file that it looks for servers in: one of its own, or the
 * same.
 */
export function wantedOf(agent: LiveAgent, ground: Ground, { noMcp }: { readonly noMcp: boolean }): Wanted {
  const plan = agent.plan(ground);
  const files = 'instead' in plan ? [] : plan.files;
  const mcp = mcpWish(agent, ground, noMcp);
  if ('instead' in agent.mcp || mcp.on === null) return { plan, files, unwanted: [], mcp };
  const { format, under, entry, path: pathOn } = agent.mcp;
  const path = pathOn(ground.machine);
  const server = { format, under, entry: mcp.on ? entry(serverCommand(ground.kit)) : undefined };
  const joined = files.map((file) => (file.kind === 'settings' && file.path === path ? { ...file, server } : file));
  if (joined.some((file) => file.path === path)) return { plan, files: joined, unwanted: [], mcp };
  const file: ServerFile = { kind: 'server', path, server };
  return { plan, files: mcp.on ? [...files, file] : files, unwanted: mcp.on ? [] : [file], mcp };
}

function mcpWish({ title, mcp }: LiveAgent, { machine, kit, version }: Ground, noMcp: boolean): McpWish {
  if ('instead' in mcp) return { on: null, note: mcp.instead };
  if (noMcp) return { on: false, note: null };
  if (kit.server === undefined) return { on: null, note: null };
  const already = mcp.hasItAlready?.(machine);
  if (already !== undefined) return { on: false, note: already };
  if (mcp.notMade !== undefined && !existsSync(mcp.path(machine))) return { on: false, note: mcp.notMade };
  const isOld = version !== undefined && !isAtLeast(version, mcp.since);
  return isOld
    ? {
        on: false,
        note: `${title} ${version} is not known to look for servers where newer ones do: update it, to ${mcp.since} or later, and install again`,
      }
    : { on: true, note: null };
}
