import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Act, Facet } from '../../model/words.ts';
import type { StepElsewhere } from '../walk/step.ts';

/** Where the time and the tokens of a session went. */
export interface PerformanceAnswer {
  readonly session: Session;
  /** Of the session itself, from its first event to its last; the parts add up to the span. */
  readonly time: TimeSpent;
  /** Of the session and its sub-agents, as everything below. */
  readonly tokens: TokenSums;
  /** Longest total time first. */
  readonly tools: Listed<ToolWork>;
  readonly acts: readonly (Work & { readonly act: Act })[];
  /** Most tokens first. */
  readonly models: Listed<ModelWork>;
  /** Most tokens first. */
  readonly subagents: Listed<SubagentWork>;
  /** The calls that took longest. */
  readonly slowest: readonly SlowStep[];
  /**
   * The longest stretches in which nothing was done but waiting, for a person or for the model. Of the session
   * itself.
   */
  readonly waits: readonly Wait[];
  readonly retries: Retries;
  /** Against sessions of the same repository before it; null when there is none, or it is a sub-agent. */
  readonly trend: PerformanceTrend | null;
  /** Calls without a recorded duration. */
  readonly untimed: number;
  /** What its agent does not record. */
  readonly not_recorded: readonly Facet[];
}

export interface Listed<Item> {
  readonly total: number;
  readonly truncated: boolean;
  readonly items: readonly Item[];
}

export interface TimeSpent {
  readonly span_s: number;
  /** At least one call was running. Waiting for permission is in it: nobody writes that down. */
  readonly tools_s: number;
  /** Until the model wrote or called something. */
  readonly model_s: number;
  /** Until a person wrote, or answered a question. */
  readonly person_s: number;
  /** Until something else happened: a notification, a machine's prompt. */
  readonly other_s: number;
}

export interface TokenSums {
  readonly input: number;
  readonly output: number;
  /** Read from and written to the cache. */
  readonly cache: number;
}

export interface Work {
  readonly calls: number;
  readonly failed: number;
  /** Calls that repeat a failed one. */
  readonly retries: number;
  /** Total: parallel calls each count. */
  readonly took_s: number;
  readonly longest_ms: number | null;
  /** Of the responses that made these calls; what one response used counts for its first call. */
  readonly tokens: TokenSums;
}

export interface ToolWork extends Work {
  readonly tool: string;
}

export interface ModelWork {
  /** Null when it is not recorded. */
  readonly model: string | null;
  readonly responses: number;
  readonly waited_s: number;
  readonly tokens: TokenSums;
}

export interface SubagentWork {
  readonly uid: SessionUid;
  readonly title: string | null;
  readonly parent: SessionUid | null;
  readonly calls: number;
  readonly failed: number;
  readonly retries: number;
  readonly time: TimeSpent;
  readonly tokens: TokenSums;
}

export interface SlowStep extends StepElsewhere {
  readonly act: Act | null;
  readonly took_ms: number;
}

export interface Wait {
  readonly for: 'person' | 'model';
  readonly waited_ms: number;
  /** What ended it. */
  readonly until: { readonly id: EventId; readonly at: string; readonly summary: string };
}

export interface Retries {
  readonly calls: number;
  /** In these and in calls that failed: what a run without failures would have saved. */
  readonly took_s: number;
  readonly failed_took_s: number;
  readonly tokens: TokenSums;
  /** Most retries first. */
  readonly by_tool: readonly { readonly tool: string; readonly retries: number; readonly took_s: number }[];
}

export interface PerformanceTrend {
  /** How many sessions it is compared with: the latest before it. */
  readonly sessions: number;
  readonly since: string | null;
  readonly now: Measures;
  readonly median: Measures;
}

/** What is comparable of sessions, each without its sub-agents. */
export interface Measures {
  readonly wall_clock_s: number;
  readonly turns: number;
  readonly steps: number;
  readonly output_tokens: number;
  readonly all_tokens: number;
  readonly retries: number;
  /** Failures per 100 steps. */
  readonly errors_per_100_steps: number;
}
