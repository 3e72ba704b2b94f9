/** What `stemma run` must know of an agent that it starts. */
export interface AgentRun {
  /**
   * Variables that make it write more than by default, into the folder `into`; empty when it is another program, or
   * when the person has chosen otherwise. `folders` are those it reads configuration from.
   */
  env(start: RunStart): Readonly<Record<string, string>>;
  /** Its own files in the work tree, which are not edits; paths have forward slashes. */
  readonly ownFiles: RegExp;
}

export interface RunStart {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folders: readonly string[];
  readonly into: string;
}
