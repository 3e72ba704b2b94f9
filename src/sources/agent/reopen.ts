/** How an agent continues one of its sessions. */
export interface AgentReopen {
  /** Its program and the arguments, for the session with this id of the agent's own. */
  command(native: string): readonly string[];
  /** How it takes in a file that `stemma restore` wrote, where its sessions are in a database. */
  importFile?(path: string): readonly string[];
}
