import type { InvocationId, SessionUid } from './ids.ts';
import type { ChainBasis, InvocationWhat } from './words.ts';

/** One use of a skill, command, sub-agent or MCP tool. Mined from a session, or a manual entry. */
export interface Invocation {
  readonly id: InvocationId;
  /** What it is called: `commit`; commands with their slash, MCP tools as `server/tool`. */
  readonly skill: string;
  readonly what: InvocationWhat;
  readonly basis: ChainBasis;
  readonly session: SessionUid | null;
  /** Which agent, and where it worked; null when the session is not here. */
  readonly source: string | null;
  readonly repo: string | null;
  readonly at: string | null;
  /** The path of the work: a free term in a manual entry; mined, the phases of the turn up to here. */
  readonly workflow_path: string | null;
  /** One of `phases`, or a free term in a manual entry; null when unknown. */
  readonly workflow_phase: string | null;
  /** The prompt it was used for, in one line. */
  readonly user_query: string | null;
  /** What was asked of it, in one line: the task of a sub-agent, the arguments of a command. */
  readonly request: string | null;
  /** What else could have been used. */
  readonly alternatives: readonly string[];
  /** Its place in the list it was chosen from; the first is 1. */
  readonly selection_rank: number | null;
  /** Whether it was completed. Null: running or unknown. */
  readonly completed: boolean | null;
  readonly duration_seconds: number | null;
  /** The next actions, in short. */
  readonly follow_ups: readonly string[];
  /** Why it was not completed: `TypeError`, `denied`, `interrupted`. */
  readonly error_type: string | null;
  /** It was pulled from the team's server, where its session is. */
  readonly pulled?: true;
}

/** The fields of a use that comparing its words with a need takes. */
export type DescribedUse = Pick<
  Invocation,
  'id' | 'skill' | 'session' | 'at' | 'workflow_phase' | 'user_query' | 'request' | 'completed' | 'duration_seconds'
>;

/** The fields of a use that counting needs. */
export interface Use extends Pick<
  Invocation,
  | 'skill'
  | 'what'
  | 'session'
  | 'workflow_path'
  | 'workflow_phase'
  | 'completed'
  | 'duration_seconds'
  | 'selection_rank'
  | 'error_type'
  | 'follow_ups'
> {
  /** ISO, or milliseconds: formatting thousands of times takes longer than counting the uses. */
  readonly at: string | number | null;
}
