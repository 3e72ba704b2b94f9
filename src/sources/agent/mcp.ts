import type { Machine } from '../source.ts';

/** How the server is started. */
export interface McpCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where an agent keeps its MCP servers, and in which form: that of its own `mcp add`, where it has one. */
export interface McpSettings {
  /** The oldest version that is known to read them there. */
  readonly since: string;
  readonly format: 'json' | 'toml' | 'yaml';
  /** The person's settings for all projects. */
  path(machine: Machine): string;
  /** The key that holds all servers. */
  readonly under: string;
  entry(server: McpCommand): Readonly<Record<string, unknown>>;
  /** Why the file is not created where there is none; a sentence without its full stop. */
  readonly notCreated?: string;
  /** Why it needs no server from us on this machine, as a sentence; undefined when it does. */
  readonly hasItAlready?: (machine: Machine) => string | undefined;
}
