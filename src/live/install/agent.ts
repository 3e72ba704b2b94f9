import type { Machine } from '../../sources/source.ts';
import type { HookKit } from '../hook/hook-command.ts';
import type { McpPlace } from './mcp/place.ts';

/** An agent that stemma can listen to while it runs, or one that it cannot, with what works instead. */
export interface LiveAgent {
  /** The name of its source: it stands in the names of spool files. */
  readonly name: string;
  readonly title: string;
  /** The programs people start it with. */
  readonly programs: readonly string[];
  /** Folders that are there when the agent is; the first one holds its settings. */
  folders(machine: Machine): readonly [string, ...string[]];
  plan(on: Ground): Plan;
  /** Where it is told of MCP servers, or why it cannot be. */
  readonly mcp: McpPlace | { readonly instead: string };
}

/** What a plan is made for. */
export interface Ground {
  readonly machine: Machine;
  readonly kit: HookKit;
  /** Of the agent, when it could be found out. */
  readonly version: string | undefined;
}

export type Plan = Listening | { readonly instead: string };

export interface Listening {
  readonly files: readonly WantedFile[];
  /** The agent's own names of what it will tell. */
  readonly events: readonly string[];
  /** What this adds to what the agent writes to disk itself; a sentence without a full stop. */
  readonly captures: string;
  /** What is left to the person for as long as it is not done, as sentences. */
  readonly toDo?: readonly string[];
  /** What is to be done once after something was changed. */
  readonly afterwards?: readonly string[];
}

export type WantedFile = SettingsFile | ServerFile | OwnFile;

/**
 * A JSON file of the person's, into which our hooks are merged: a list of groups of handlers under the name of each
 * event.
 */
export interface SettingsFile {
  readonly kind: 'settings';
  readonly path: string;
  readonly groups: Readonly<Record<string, HookGroup>>;
  /** Whether the settings turn all hooks off; a sentence that says so. */
  readonly isOff?: (settings: Readonly<Record<string, unknown>>) => string | undefined;
  /** Some agents are told of MCP servers in the same file. */
  readonly server?: ServerSetting;
}

/** Settings of the person's in which nothing but our MCP server is ours. */
export interface ServerFile {
  readonly kind: 'server';
  readonly path: string;
  readonly server: ServerSetting;
}

export interface ServerSetting extends Pick<McpPlace, 'format' | 'under'> {
  /** What is to be said of it; undefined when it is not to be there. */
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
  /** The name is one that people use for files of their own: such a file is left alone. */
  readonly isShared?: true;
}
