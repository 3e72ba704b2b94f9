import type { StemmaError } from '../../model/stemma-error.ts';

/** What installing or uninstalling did for one agent, or would do. */
export interface Outcome {
  readonly agent: string;
  readonly title: string;
  readonly status: Status;
  readonly version: string | null;
  /** Whether the agent was found on this machine. */
  readonly present: boolean;
  readonly files: readonly FileOutcome[];
  readonly events: readonly string[];
  readonly captures: string | null;
  /** Whether it gets advice after a call that failed; null where it cannot. */
  readonly advice: boolean | null;
  /** Whether it gets a resume note when a session starts or was compacted; null where it cannot. */
  readonly resume: boolean | null;
  /** Whether it can ask stemma over MCP; null where it knows no servers. */
  readonly mcp: boolean | null;
  /** Why it cannot; a sentence without its full stop. */
  readonly mcp_note: string | null;
  /** What the person still has to do, as sentences. */
  readonly to_do: readonly string[];
  readonly error: { readonly code: StemmaError['code']; readonly message: string; readonly hint: string } | null;
}

export type Status = 'installed' | 'updated' | 'unchanged' | 'removed' | 'not-installed' | 'unsupported' | 'failed';

export interface FileOutcome {
  readonly path: string;
  readonly change: 'created' | 'changed' | 'removed' | 'unchanged';
  /** The backup of what was there before. */
  readonly backup: string | null;
  readonly diff: string;
}
