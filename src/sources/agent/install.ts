import type { Machine } from '../source.ts';
import type { McpSettings } from './mcp.ts';

/** How `stemma install` connects an agent: where its hooks and MCP servers are set up, or what works instead. */
export interface AgentInstall {
  /** The programs people start it with. */
  readonly programs: readonly string[];
  /** Folders that exist where the agent does; the first one holds its settings. */
  folders(machine: Machine): readonly [string, ...string[]];
  plan(target: InstallTarget): InstallPlan;
  /** Where MCP servers are set up, or why they cannot be. */
  readonly mcp: McpSettings | Unsupported;
}

/** What a plan is made for. */
export interface InstallTarget {
  readonly machine: Machine;
  readonly platform: NodeJS.Platform;
  /** The agent's version, if known. */
  readonly version: string | undefined;
  /** The command line an agent runs as a hook for one of its events. */
  readonly hookCommand: (event: string) => string;
  /** The folder that plugins write events into. */
  readonly spool: string;
}

export interface Unsupported {
  /** Why, and what to use instead. */
  readonly instead: string;
}

export type InstallPlan = HookPlan | Unsupported;

export interface HookPlan {
  readonly files: readonly PlannedFile[];
  /** The agent's own names of the events that will be captured. */
  readonly events: readonly string[];
  /** What this adds to what the agent writes to disk itself; a sentence without a full stop. */
  readonly captures: string;
  /** What the person still has to do, as sentences, until it is done. */
  readonly toDo?: readonly string[];
  /** What to do once after something was changed. */
  readonly afterwards?: readonly string[];
}

export type PlannedFile = SettingsFile | ServerFile | OwnFile;

/** The person's JSON file, into which our hooks are merged: a list of groups of handlers under each event. */
export interface SettingsFile {
  readonly kind: 'settings';
  readonly path: string;
  readonly groups: Readonly<Record<string, HookGroup>>;
  /** A sentence if the settings turn all hooks off. */
  readonly isOff?: (settings: Readonly<Record<string, unknown>>) => string | undefined;
  /** Some agents keep MCP servers in the same file. */
  readonly server?: ServerSetting;
}

/** The person's settings, in which only our MCP server is ours. */
export interface ServerFile {
  readonly kind: 'server';
  readonly path: string;
  readonly server: ServerSetting;
}

export interface ServerSetting extends Pick<McpSettings, 'format' | 'under'> {
  /** The entry of the server; undefined when it should not be there. */
  readonly entry: Readonly<Record<string, unknown>> | undefined;
}

export interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly { readonly type: 'command'; readonly command: string; readonly [option: string]: unknown }[];
}

/** A file that is ours alone. */
export interface OwnFile {
  readonly kind: 'own';
  readonly path: string;
  readonly text: string;
  readonly mode?: number;
  /** People use this name for files of their own: such a file is left alone. */
  readonly isShared?: true;
}
