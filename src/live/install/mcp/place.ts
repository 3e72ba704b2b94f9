import type { Machine } from '../../../sources/source.ts';

/** How the server is started. */
export interface McpCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Where an agent is told of MCP servers, and how it wants one written: as its own `mcp add` does, where it has that.
 */
export interface McpPlace {
  /** The oldest version that is known to look there. */
  readonly since: string;
  readonly format: 'json' | 'toml' | 'yaml';
  /** Of the person, for all projects. */
  path(machine: Machine): string;
  /** The name all servers stand under. */
  readonly under: string;
  entry(server: McpCommand): Readonly<Record<string, unknown>>;
  /** Why the file is not made where there is none; a sentence without its full stop. */
  readonly notMade?: string;
  /** Why it needs no server from us on this machine, as a sentence; undefined when it does. */
  readonly hasItAlready?: (machine: Machine) => string | undefined;
}

/** Under which it stands in every agent; tools are then called `mcp__stemma__why` or the like. */
export const serverName = 'stemma';
