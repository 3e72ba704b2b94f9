/** What is read, kept and shown on this machine: counts, places and switches; no key, no address with a password. */
export interface SetupAnswer {
  /** Those that are on this machine or in the archive, the most used first. */
  readonly agents: readonly AgentSetup[];
  /** Agents that are known and not here. */
  readonly absent: readonly string[];
  readonly archive: {
    readonly kind: 'sqlite' | 'postgres';
    /** The file; null for a PostgreSQL. */
    readonly path: string | null;
    readonly bytes: number;
    readonly ingested_at: string | null;
    /** Read in part by an older stemma: `stemma rebuild` finds the rest. */
    readonly outdated: boolean;
    /** `stemma rebuild` was begun and not finished. */
    readonly rebuild_unfinished: boolean;
    /** Lines that could not be read, kept with the reason. */
    readonly issues: number;
  };
  readonly prices: {
    /** When they were last looked up. */
    readonly date: string;
    readonly models: number;
    /** How many of them prices.json sets. */
    readonly own: number;
  };
  /** Patterns of paths and repositories that are never read. */
  readonly exclude: readonly string[];
  /** Whether hooks may give advice after a failure and a summary when a session starts. */
  readonly advice: boolean;
  readonly resume: boolean;
}

export interface AgentSetup {
  readonly source: string;
  readonly title: string;
  /** Session files on disk now, and read into the archive so far. */
  readonly files: number;
  readonly archived_files: number;
  readonly sessions: number;
  readonly last_event_at: string | null;
  /** Where its files are looked for; watched while stemma serves or watches. */
  readonly places: readonly string[];
  /** `old`: an install would change them. Null for an agent without hooks. */
  readonly hooks: 'on' | 'old' | 'off' | null;
  readonly mcp: 'on' | 'off' | 'broken' | null;
  /** What is left to the person before hooks run. */
  readonly to_do: readonly string[];
  /** The agent deletes its sessions after so many days; null when it keeps them. */
  readonly retention_days: number | null;
  /** Files it will delete within a week, and those of them that are not in the archive as they are now. */
  readonly going: number;
  readonly unsaved: number;
}
