import { join } from 'node:path';
import type { Machine } from '../source.ts';
import { hookGroups } from './hook-groups.ts';
import type { AgentInstall, InstallTarget, OwnFile, SettingsFile } from './install.ts';
import type { McpSettings } from './mcp.ts';

/** What differs between agents that keep hooks and MCP servers in one folder. */
interface FolderInstall extends Pick<AgentInstall, 'programs'> {
  folder(machine: Machine): string;
  /** `file` is in the folder. */
  readonly mcp: Omit<McpSettings, 'path'> & { readonly file: string };
  /** The agent's own names of the events that are captured. */
  readonly events: readonly string[];
  readonly captures: string;
  /** Where the hooks go; its path is below the folder. */
  file(target: InstallTarget, events: readonly string[]): SettingsFile | OwnFile;
  toDo?(target: InstallTarget, folder: string): readonly string[];
}

/** An agent that keeps hooks and MCP servers in one folder of its own. */
export function installInFolder({ programs, folder, mcp, events, captures, file, toDo }: FolderInstall): AgentInstall {
  const { file: serverFile, ...server } = mcp;
  return {
    programs,
    folders: (machine) => [folder(machine)],
    mcp: { ...server, path: (machine) => join(folder(machine), serverFile) },
    plan(target) {
      const at = folder(target.machine);
      const planned = file(target, events);
      return {
        files: [{ ...planned, path: join(at, planned.path) }],
        events,
        captures,
        ...(toDo && { toDo: toDo(target, at) }),
      };
    },
  };
}

interface HookSettings {
  /** The settings file. */
  readonly path: string;
  readonly matcher?: string;
  /** The fields of each handler besides its command. */
  readonly handler: Readonly<Record<string, unknown>>;
  /** The setting that turns all hooks off, and the value that does. */
  readonly off?: { readonly setting: string; readonly value: boolean };
}

/** Hooks that are merged into the person's settings. */
export function hooksInSettings({ path, off, ...group }: HookSettings): FolderInstall['file'] {
  return (target, events) => ({
    kind: 'settings',
    path,
    groups: hookGroups(target, events, group),
    ...(off && { isOff: (settings) => offSentence(settings, off) }),
  });
}

/** A sentence when hooks are turned off; undefined when they are not. */
export function offSentence(
  settings: Readonly<Record<string, unknown>>,
  { setting, value }: NonNullable<HookSettings['off']>,
): string | undefined {
  const found = setting
    .split('.')
    .reduce<unknown>(
      (within, key) => (within as Readonly<Record<string, unknown>> | null | undefined)?.[key],
      settings,
    );
  return found === value ? `\`${setting}\` is ${value} in it, so nothing runs until you change that.` : undefined;
}

/** Hooks in a file of ours. */
export function hooksInOwnFile(
  path: string,
  content: (target: InstallTarget, events: readonly string[]) => object,
): FolderInstall['file'] {
  return (target, events) => ({
    kind: 'own',
    path,
    text: `${JSON.stringify(content(target, events), null, 2)}\n`,
  });
}
