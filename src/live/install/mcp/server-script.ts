import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { shellQuoted, type HookKit } from '../../hook/hook-command.ts';
import { replaceFile } from '../../replace-file.ts';
import type { McpCommand } from '../../../sources/agent/mcp.ts';

/**
 * The script that agents start. Their settings name only this file in stemma's home: when Node or stemma moves, only it
 * is rewritten, and the address of a database, with its password, stays in our folder.
 */
export function serverPath({ home, platform }: Pick<HookKit, 'home' | 'platform'>): string {
  return join(home, platform === 'win32' ? 'mcp.mjs' : 'mcp.sh');
}

export function serverCommand(kit: HookKit): McpCommand {
  return { command: kit.platform === 'win32' ? kit.node : 'sh', args: [serverPath(kit)] };
}

/** Writes it into stemma's home, or removes it when no agent starts it. */
export function writeServer(kit: HookKit, isStarted: boolean): void {
  if (!isStarted || kit.server === undefined) return rmSync(serverPath(kit), { force: true });
  if (isServerCurrent(kit)) return;
  mkdirSync(kit.home, { recursive: true, mode: 0o700 });
  replaceFile(serverPath(kit), Buffer.from(textFor(kit, kit.server)), 0o700);
}

/** Whether it is there as this stemma would write it. */
export function isServerCurrent(kit: HookKit): boolean {
  return kit.server !== undefined && textOf(serverPath(kit)) === textFor(kit, kit.server);
}

/** Whether it and the program it starts exist. */
export function isServerWorking(kit: HookKit): boolean {
  const needed = /^(?:#|\/\/) Needs: (.*)$/m.exec(textOf(serverPath(kit)) ?? '')?.[1];
  return needed !== undefined && (JSON.parse(needed) as readonly string[]).every((path) => existsSync(path));
}

function textFor({ platform, node, serverEnv = {} }: HookKit, server: string): string {
  const needs = `Needs: ${JSON.stringify([node, server])}`;
  return platform === 'win32' ? nodeText(needs, server, serverEnv) : shellText(needs, node, server, serverEnv);
}

/** NODE_OPTIONS of the person's environment must not apply here. */
function shellText(needs: string, node: string, server: string, env: Readonly<Record<string, string>>): string {
  return `#!/bin/sh
# Written by \`stemma install\`; agents start it to ask stemma over MCP. More: docs/mcp.md
# ${needs}
[ -x ${shellQuoted(node)} ] || { echo 'stemma: the Node it was installed with is gone. Run stemma install again.' >&2; exit 127; }
${Object.entries(env)
  .map(([name, value]) => `[ -n "$${name}" ] || export ${name}=${shellQuoted(value)}\n`)
  .join('')}unset NODE_OPTIONS
exec ${shellQuoted(node)} ${shellQuoted(server)} mcp --home "\${0%/*}"
`;
}

function nodeText(needs: string, server: string, env: Readonly<Record<string, string>>): string {
  return `// Written by \`stemma install\`; agents start it to ask stemma over MCP. More: docs/mcp.md
// ${needs}
${Object.entries(env)
  .map(([name, value]) => `process.env.${name} ||= ${JSON.stringify(value)};\n`)
  .join('')}process.argv.push('mcp', '--home', import.meta.dirname);
await import(${JSON.stringify(pathToFileURL(server).href)});
`;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
