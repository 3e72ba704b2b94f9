import type { UnknownRow } from './batch-rows.ts';
import type { LineCounts } from './file-rows.ts';

// Counts of everything in a store; see store.ts.

export interface Overview {
  readonly sources: readonly SourceOverview[];
  readonly bytes: { readonly source: number; readonly blocks: number; readonly store: number };
  readonly issues: readonly { readonly path: string; readonly line: number; readonly reason: string }[];
  readonly issueCounts: readonly { readonly reason: string; readonly count: number }[];
}

export interface SourceOverview {
  readonly source: string;
  readonly files: number;
  /** Those with at least one event. */
  readonly sessions: number;
  readonly events: number;
  readonly errors: number;
  readonly lines: LineCounts;
  readonly versions: readonly { readonly version: string; readonly sessions: number }[];
  readonly unknown: readonly UnknownRow[];
  readonly lastEventAt: string | null;
}
