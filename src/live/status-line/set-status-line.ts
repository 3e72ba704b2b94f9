import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StemmaError } from '../../model/stemma-error.ts';
import type { AgentWithStatusLine } from '../../sources/agent/descriptor.ts';
import type { Machine } from '../../sources/source.ts';
import { shellQuoted, type HookKit } from '../hook/hook-command.ts';
import { added, removed } from '../install/json/edit-jsonc.ts';
import { memberOf, parseJsonc, valueOf } from '../install/json/parse-jsonc.ts';
import { replaceFile } from '../replace-file.ts';

export interface StatusLineKit extends Pick<HookKit, 'home' | 'platform' | 'node'> {
  /** The program that draws the line. */
  readonly statusLiner: string;
}

/** What was done to the settings of one agent. */
export interface StatusLineOutcome {
  readonly agent: string;
  readonly title: string;
  readonly path: string;
  /** `taken`: another program draws the line; nothing was changed. */
  readonly status: 'installed' | 'unchanged' | 'removed' | 'not-installed' | 'taken';
  /** What the settings name as the program of the line. */
  readonly command: string;
}

interface Work {
  readonly machine: Machine;
  readonly kit: StatusLineKit;
  readonly dryRun: boolean;
}

/** Names our program in the agent's settings, unless they name another. The rest of the file stays as it is. */
export function installStatusLine(agent: AgentWithStatusLine, { machine, kit, dryRun }: Work): StatusLineOutcome {
  const command = commandOf(agent, kit);
  const path = agent.statusLine.path(machine);
  const about = { agent: agent.name, title: agent.title, path, command };
  const text = textOf(path);
  const found = foundIn(path, text, agent);
  if (found !== undefined && !isOurs(found, kit))
    return { ...about, command: String(found['command']), status: 'taken' };
  if (!dryRun) writeScript(kit);
  if (found !== undefined && found['command'] === command) return { ...about, status: 'unchanged' };
  if (!dryRun) {
    const bare = found === undefined ? text : without(text, agent);
    mkdirSync(dirname(path), { recursive: true });
    const root = rootOf(path, bare);
    replaceFile(
      path,
      Buffer.from(
        added(bare.trim() === '' ? '{}\n' : bare, root, agent.statusLine.entry(command), agent.statusLine.setting),
      ),
    );
  }
  return { ...about, status: 'installed' };
}

/** Takes our line out of the settings again; that of another program stays. */
export function removeStatusLine(agent: AgentWithStatusLine, { machine, kit, dryRun }: Work): StatusLineOutcome {
  const path = agent.statusLine.path(machine);
  const about = { agent: agent.name, title: agent.title, path, command: commandOf(agent, kit) };
  const text = textOf(path);
  const found = foundIn(path, text, agent);
  if (found === undefined || !isOurs(found, kit)) return { ...about, status: 'not-installed' };
  if (!dryRun) {
    const rest = without(text, agent);
    // We made a file that held nothing else.
    if (rest.replaceAll(/\s/g, '') === '{}' && text.length < 1_000) rmSync(path);
    else replaceFile(path, Buffer.from(rest));
    rmSync(scriptPath(kit), { force: true });
  }
  return { ...about, status: 'removed' };
}

function without(text: string, { statusLine: { setting } }: AgentWithStatusLine): string {
  const root = parseJsonc(text);
  if (root.kind !== 'object') return text;
  const member = memberOf(root, setting);
  return member ? removed(text, root, member) : text;
}

function foundIn(
  path: string,
  text: string,
  { statusLine: { setting } }: AgentWithStatusLine,
): Readonly<Record<string, unknown>> | undefined {
  const member = memberOf(rootOf(path, text), setting);
  if (member === undefined) return undefined;
  const value: unknown = valueOf(member.node);
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function rootOf(path: string, text: string) {
  try {
    const root = parseJsonc(text.trim() === '' ? '{}\n' : text);
    if (root.kind === 'object') return root;
  } catch {
    // Said below.
  }
  throw new StemmaError('bad-config', `${path} is not one JSON object, and was left alone.`, {
    hint: 'Correct it and run the command again.',
  });
}

/** A file of its own, so that the settings stay as they are when stemma moves. */
function scriptPath({ home, platform }: StatusLineKit): string {
  return join(home, platform === 'win32' ? 'statusline.cmd' : 'statusline.sh');
}

function commandOf(agent: AgentWithStatusLine, kit: StatusLineKit): string {
  const path = scriptPath(kit);
  return kit.platform === 'win32' ? `"${path}" ${agent.name}` : `sh ${shellQuoted(path)} ${agent.name}`;
}

function isOurs(entry: Readonly<Record<string, unknown>>, kit: StatusLineKit): boolean {
  return typeof entry['command'] === 'string' && entry['command'].includes(scriptPath(kit));
}

function writeScript(kit: StatusLineKit): void {
  const { home, node, platform, statusLiner } = kit;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const text =
    platform === 'win32'
      ? `@"${node}" "${statusLiner}" "${home}" %1\r\n`
      : `# Written by \`stemma install --statusline\`. More: docs/live.md
NODE_OPTIONS= NODE_COMPILE_CACHE=${shellQuoted(join(home, 'advice', 'compiled'))} exec ${shellQuoted(node)} --v8-pool-size=0 ${shellQuoted(statusLiner)} ${shellQuoted(home)} "$1"
`;
  writeFileSync(scriptPath(kit), text, { mode: 0o600 });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
