import type { ClientCommands, Gives, Source } from '../source.ts';
import type { AgentHooks } from './hook-event.ts';
import type { AgentInstall } from './install.ts';
import type { AgentRun } from './run.ts';
import type { AgentReopen } from './reopen.ts';
import type { AgentStatusLine } from './status-line.ts';
import type { AgentTelemetry } from './telemetry/agent-telemetry.ts';

/** What is known of a source without reading anything. */
export interface SourceDescriptor {
  /** Folder name and `--source` value; lowercase. */
  readonly name: string;
  /** First part of every session uid; it can never be renamed. */
  readonly flavor: string;
  /** Its name for people. */
  readonly title: string;
  readonly gives: Gives;
  readonly clientCommands?: ClientCommands;
  /** Its reader. Loaded when files are read: hooks and most commands do not need it. */
  source(): Promise<Source>;
}

/**
 * Everything about one coding agent. Other rooms get it from `registry.ts` and never name an agent themselves; an
 * absent part means that the agent does not have it.
 */
export interface AgentDescriptor extends SourceDescriptor {
  /** Its place in lists, the most used first. Agents without one come last, by name. */
  readonly rank?: number;
  /** How its hooks report events, and which notes they accept. */
  readonly hooks?: AgentHooks;
  /** How to read its OpenTelemetry records. Loaded when there are some. */
  readonly telemetry?: () => Promise<AgentTelemetry>;
  /** How `stemma install` connects it. */
  readonly install?: AgentInstall;
  /** How it shows a line of ours. */
  readonly statusLine?: AgentStatusLine;
  /** How it continues a session of its own. */
  readonly reopen?: AgentReopen;
  /** How it takes over the work of another agent. */
  readonly handoff?: AgentHandoff;
  /** How its program answers one question, for `stemma judge`. */
  readonly answering?: AgentAnswering;
  /** What `stemma run` must know when it starts it. */
  readonly run?: AgentRun;
}

export type AgentWithHooks = AgentDescriptor & { readonly hooks: AgentHooks };
export type AgentWithStatusLine = AgentDescriptor & { readonly statusLine: AgentStatusLine };
export type InstallableAgent = AgentDescriptor & { readonly install: AgentInstall };

/** The fields of a source that its descriptor and its reader share. */
export type SourceFacts = Pick<SourceDescriptor, 'name' | 'flavor' | 'title' | 'gives' | 'clientCommands'>;

export interface AgentAnswering {
  /** The name of its program. */
  readonly program: string;
  /** Where it takes a long question: on its standard input, or as its last argument. */
  readonly question: 'input' | 'argument';
  /** Words to add at the end of the command, if they are missing, so that it reads its standard input. */
  readonly last?: (words: readonly string[]) => readonly string[];
}

export interface AgentHandoff {
  /** How a file is named in a prompt so that the agent reads it. */
  readonly mention: (path: string) => string;
  /** Lines to paste before the prompt. */
  readonly before?: (files: readonly { readonly path: string; readonly isEdited: boolean }[]) => string;
  /** The command that starts it with a first prompt; null where the prompt can only be pasted. */
  readonly start: string | null;
}
