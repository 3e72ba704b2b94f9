/** What a client should know of the server before it asks anything. */
export interface About {
  readonly version: string;
  readonly store: 'sqlite' | 'postgres';
  /** A watch runs inside: the archive grows by itself. */
  readonly watching: boolean;
  readonly demo: boolean;
  /** Reading needs the token too: the server can be reached from other machines. */
  readonly token_to_read: boolean;
  /** The MCP server answers under /mcp. */
  readonly mcp: boolean;
  /** Who asks, at the server of a team; null elsewhere. */
  readonly member: AboutMember | null;
  /** Who judges sessions on request: the configured command or address; null when nobody is. */
  readonly judge: string | null;
}

export interface AboutMember {
  readonly user: string;
  readonly role: 'reader' | 'writer' | 'admin';
  readonly workspace: string;
  /** Everybody's archive of the workspace, or the user's own. */
  readonly space: 'team' | 'mine';
}

/** The same, for the client that asks. */
export interface AboutAnswer extends About {
  /** The request came with the token: what writes is allowed. */
  readonly may_write: boolean;
  /** What people call the agents, and which of them work can be handed to. */
  readonly sources: readonly { readonly name: string; readonly title: string; readonly handoff: boolean }[];
  /** What to do about an archive without sessions; null when there are some. */
  readonly hint: string | null;
  readonly sessions: number;
  /** When something was last read into it. */
  readonly ingested_at: string | null;
}
