import { join } from 'node:path';

/** What calls the hook on this machine. */
export interface HookKit {
  /** stemma's home: the hook is in it, and the spool. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** The Node that runs the hook where there is no sh, and that looks for what to say. */
  readonly node: string;
  /** The program that looks for advice; none where it is not at hand. */
  readonly adviser?: string;
  /** The one that tells where work was left. */
  readonly resumer?: string;
  /** The one that answers over MCP. */
  readonly server?: string;
  /** What it must find in its environment, whatever the agent hands on. */
  readonly serverEnv?: Readonly<Record<string, string>>;
}

export function hookPath({ home, platform }: HookKit): string {
  return join(home, platform === 'win32' ? 'hook.mjs' : 'hook.sh');
}

export function spoolPath({ home }: Pick<HookKit, 'home'>): string {
  return join(home, 'spool');
}

/**
 * The line that agents run. They remember it by its text (Codex asks people to trust that text), so it stays as it
 * is. The last part is for the day someone deletes stemma's home by hand: sh then ends with 2, which Claude Code
 * takes for "block this call".
 */
export function hookCommand(kit: HookKit, agent: string, event: string): string {
  const path = hookPath(kit);
  if (kit.platform === 'win32') return `"${kit.node}" "${path}" ${agent} ${event}`;
  const otherwise = needsJson.has(agent) ? `echo '{}'` : 'true';
  return `sh ${shellQuoted(path)} ${agent} ${event} || ${otherwise}`;
}

/** Whether a command is ours: it runs the hook of this home. */
export function isHookCommand(kit: HookKit, command: unknown): boolean {
  if (typeof command !== 'string') return false;
  return command.includes(kit.platform === 'win32' ? `"${hookPath(kit)}"` : shellQuoted(hookPath(kit)));
}

/** Agents that take anything but JSON on standard output for a broken hook. The scripts know them too. */
const needsJson: ReadonlySet<string> = new Set(['gemini', 'cline']);

export function shellQuoted(text: string): string {
  return `'${text.replaceAll(`'`, `'\\''`)}'`;
}
