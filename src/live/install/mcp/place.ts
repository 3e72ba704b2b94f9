import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../../../sources/source.ts';

/** How the server is started. */
export interface McpCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where an agent is told of MCP servers, and how it wants one written. */
export interface McpPlace {
  /** As in agents.ts. */
  readonly agent: string;
  /** The version it was tried with. Which was the first to want it so is not known. */
  readonly triedWith: string;
  readonly format: 'json' | 'toml';
  /** Of the person, for all projects. */
  path(machine: Machine): string;
  /** The name all servers stand under. */
  readonly under: string;
  entry(server: McpCommand): Readonly<Record<string, unknown>>;
}

/** Each as the agent's own `mcp add` writes it, in the version we test with; OpenCode's and Cline's ask a person, and are as their documentation says. */
export const mcpPlaces: readonly McpPlace[] = [
  {
    agent: 'claude-code', triedWith: '2.1.325', format: 'json', under: 'mcpServers',
    path: ({ home, env }) => join(env['CLAUDE_CONFIG_DIR']?.split(',')[0]?.trim() || home, '.claude.json'),
    entry: ({ command, args }) => ({ type: 'stdio', command, args, env: {} }),
  },
  { agent: 'codex', triedWith: '0.166.0', format: 'toml', under: 'mcp_servers', path: ({ home, env }) => join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml'), entry: ({ command, args }) => ({ command, args }) },
  { agent: 'grok', triedWith: '1.0.41', format: 'toml', under: 'mcp_servers', path: ({ home, env }) => join(env['GROK_HOME'] || join(home, '.grok'), 'config.toml'), entry: ({ command, args }) => ({ command, args, enabled: true }) },
  {
    agent: 'opencode', triedWith: '1.18.33', format: 'json', under: 'mcp',
    path({ home, env }) {
      const folder = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode');
      return ['opencode.json', 'opencode.jsonc'].map((name) => join(folder, name)).find((path) => existsSync(path)) ?? join(folder, 'opencode.json');
    },
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
  },
  { agent: 'gemini', triedWith: '0.61.0', format: 'json', under: 'mcpServers', path: ({ home, env }) => join(env['GEMINI_CLI_HOME'] || home, '.gemini', 'settings.json'), entry: ({ command, args }) => ({ command, args }) },
  { agent: 'qwen', triedWith: '0.24.4', format: 'json', under: 'mcpServers', path: ({ home }) => join(home, '.qwen', 'settings.json'), entry: ({ command, args }) => ({ command, args }) },
  {
    agent: 'copilot', triedWith: '1.0.102', format: 'json', under: 'mcpServers',
    path: ({ home, env }) => join(env['COPILOT_HOME'] || join(home, '.copilot'), 'mcp-config.json'),
    entry: ({ command, args }) => ({ tools: ['*'], type: 'local', command, args }),
  },
  { agent: 'droid', triedWith: '0.225.2', format: 'json', under: 'mcpServers', path: ({ home }) => join(home, '.factory', 'mcp.json'), entry: ({ command, args }) => ({ type: 'stdio', command, args, disabled: false }) },
  {
    agent: 'cline', triedWith: '3.0.65', format: 'json', under: 'mcpServers',
    path: ({ home, env }) => join(env['CLINE_DIR'] || join(home, '.cline'), 'data', 'settings', 'cline_mcp_settings.json'),
    entry: ({ command, args }) => ({ command, args, disabled: false }),
  },
];

/** Under which it stands in every agent; tools are then called `mcp__stemma__why` or the like. */
export const serverName = 'stemma';
