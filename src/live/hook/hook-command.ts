import { join } from 'node:path';
import { agentWithHooks } from '../../sources/registry.ts';

/** What calls the hook on this machine. */
export interface HookKit {
  /** stemma's home: the hook is in it, and the spool. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** The Node that runs the hook where there is no sh, and that writes notes. */
  readonly node: string;
  /** The program that writes advice; absent where there is none. */
  readonly adviser?: string;
  /** The program that writes resume notes. */
  readonly resumer?: string;
  /** The MCP server. */
  readonly server?: string;
  /** Variables it needs in its environment, whatever the agent passes on. */
  readonly serverEnv?: Readonly<Record<string, string>>;
}

export function hookPath({ home, platform }: HookKit): string {
  return join(home, platform === 'win32' ? 'hook.mjs' : 'hook.sh');
}

export function spoolPath({ home }: Pick<HookKit, 'home'>): string {
  return join(home, 'spool');
}

/**
 * The command line that agents run. Some remember it by its text and ask people to trust it, so it never changes. The
 * last part is for a stemma home that was deleted manually: sh then ends with 2, which some agents take for "block this
 * call".
 */
export function hookCommand(kit: HookKit, agent: string, event: string): string {
  const path = hookPath(kit);
  if (kit.platform === 'win32') return `"${kit.node}" "${path}" ${agent} ${event}`;
  const otherwise = agentWithHooks(agent)?.hooks.needsJson ? `echo '{}'` : 'true';
  return `sh ${shellQuoted(path)} ${agent} ${event} || ${otherwise}`;
}

/** Whether a command is ours: it runs the hook of this home. */
export function isHookCommand(kit: HookKit, command: unknown): boolean {
  if (typeof command !== 'string') return false;
  return command.includes(kit.platform === 'win32' ? `"${hookPath(kit)}"` : shellQuoted(hookPath(kit)));
}

export function shellQuoted(text: string): string {
  return `'${text.replaceAll(`'`, `'\\''`)}'`;
}
