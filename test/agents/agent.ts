import type { Capability } from './capture/capability.ts';
import type { Call, Tool } from './scenarios/script.ts';

/**
 * A real coding agent that can be installed from npm or PyPI and made to talk to our own model. Everything it writes stays in
 * the room it is given; it never sees the home folder of this machine.
 */
export interface Agent {
  /** The name of stemma's source for it. */
  readonly name: string;
  readonly title: string;
  /** The package and the version these words were written for. */
  readonly package: string;
  readonly version: string;
  /** Where the package is; on npm where nothing is said. */
  readonly registry?: 'pypi';
  /** Its bundle runs alone, and what its manifest asks for cannot be installed: only unpack it. */
  readonly unpack?: true;
  /** Other packages to install beside it. */
  readonly with?: readonly string[];
  /** Its result is a row of the second table, which is written agent by agent, instead of a column of the first. */
  readonly shownAs?: 'row';
  /** The run as a whole fails when this agent does. */
  readonly required: boolean;

  /**
   * What it calls the tool, and with which arguments; undefined when it has none. `earlier` are the results that the
   * conversation has had so far.
   */
  tool(call: Call, project: string, earlier: readonly string[]): Tool | undefined;

  /**
   * How its model calls a tool of an MCP server; absent where that is a tool of its own, which `similar_failures` or
   * `why` ends the name of.
   */
  toolOfServer?(asked: ServerCall): Tool;

  readonly subAgents: SubAgents;

  /** Writes its settings below `room.home`. */
  prepare?(room: Room): void | Promise<void>;

  /** How it is started for one prompt, without a person at the terminal. */
  launch(room: Room, prompt: string): Launch;

  /**
   * Compacts its last session in the project, and goes on with it; absent where that takes a person at the terminal.
   */
  compact?(room: Room): Launch;
  goOn?(room: Room, prompt: string, setting?: string): Launch;

  /** How it continues a session by the words that `stemma open` prints, for one prompt without a person. */
  reopen?(room: Room, command: readonly string[], prompt: string): Launch;

  /** What it does not record, or not truly, and why: shown in the table, and not counted as a failure. */
  readonly lacks: Partial<Readonly<Record<Capability, string>>>;
}

/**
 * A tool of stemma's server. Where only names of tools are listed it is looked up first; elsewhere it is then asked
 * twice.
 */
export interface ServerCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly isLookingUp: boolean;
}

/** How sub-agents work: not at all, or as a call that ends with what they said, or differently. */
export type SubAgents = 'none' | 'answer' | 'are awaited' | 'report';

/** A home folder, a project and a model, all made for one scenario. */
export interface Room {
  readonly home: string;
  readonly project: string;
  /** Where the agent is installed. */
  readonly installed: string;
  /** The scripted model, such as `http://127.0.0.1:4000`. */
  readonly model: string;
}

export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}
