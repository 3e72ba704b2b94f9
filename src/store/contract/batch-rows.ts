import type { Tokens } from '../../model/event.ts';
import type { Key, SessionUid } from '../../model/ids.ts';
import type { Act, Facet, Kind, Origin, Outcome, Relation, Role } from '../../model/words.ts';
import type { TitleRank } from '../rows/title-ranks.ts';
import type { ChainRow } from './chain-rows.ts';
import type { EdgeRow, LinkRow } from './edge-rows.ts';
import type { FileMark, PieceRow } from './file-rows.ts';

// What a store takes from one stretch of a file; see store.ts.

/** One stretch of one file, ready to be stored. */
export interface Batch {
  readonly tree: Key;
  readonly file: FileMark;
  /**
   * New pieces, and the last one again when it grew. Pieces of one version follow one another without a gap. A piece
   * that differs from the stored one replaces everything from there on; the same one again leaves those after it alone.
   */
  readonly pieces: readonly PieceRow[];
  readonly sessions: readonly SessionRow[];
  readonly events: readonly EventRow[];
  /** Events that were stored before and read again. Unknown ones are ignored. */
  readonly again: readonly EventUpdate[];
  /** Events that only a secondary source had, and that the transcript has now: they are removed. */
  readonly replaced: readonly Replacement[];
  /** How calls from an earlier batch ended. */
  readonly outcomes: readonly CallOutcome[];
  readonly links: readonly LinkRow[];
  /**
   * Inferred edges: about events of this batch, or again about earlier ones. One whose effect is unknown is ignored.
   */
  readonly edges: readonly EdgeRow[];
  /**
   * Failures in their current state; the same one again replaces the stored one, but a resolved one stays resolved. One
   * whose failing event is unknown is ignored.
   */
  readonly chains: readonly ChainRow[];
  readonly unknown: readonly UnknownRow[];
  readonly issues: readonly IssueRow[];
  /** The whole file was rewritten: the bytes of older versions are dropped, except those that hold an event. */
  readonly renewed: boolean;
}

export interface EventUpdate {
  readonly row: EventRow;
  /** The tree of the event: a secondary source may have calls of several trees. */
  readonly tree: Key;
  /**
   * `fuller`: all of it is taken over: text, place, tokens, duration, whether it failed. `beside`: only missing values
   * are filled in: time, duration, tokens; and it failed if either source has it so. `rewritten`: as `fuller`, unless
   * the record has become shorter: then its agent removed something, and it counts as `beside`.
   */
  readonly how: 'fuller' | 'beside' | 'rewritten';
}

export interface Replacement {
  readonly session: SessionUid;
  readonly old: Key;
  /** References and edges of the old one move to this one. */
  readonly by: Key;
}

export interface SessionRow {
  readonly uid: SessionUid;
  readonly source: string;
  readonly nativeId: string;
  readonly root: SessionUid;
  readonly parent?: { readonly uid: SessionUid; readonly relation: Relation };
  /**
   * Facts; `undefined` leaves the stored one. Later ones replace earlier ones, except `cwd` and `repo`: a session
   * belongs where it started.
   */
  readonly title?: string;
  readonly customTitle?: string;
  /** From a prompt: the title of a session that has no other. One of a higher rank replaces it. */
  readonly firstWords?: { readonly text: string; readonly rank: TitleRank };
  readonly cwd?: string;
  readonly repo?: string;
  readonly domain?: string;
  readonly branch?: string;
  readonly taskRef?: string;
  readonly model?: string;
  readonly agentVersion?: string;
  readonly outcome?: Outcome;
  readonly notRecorded?: readonly Facet[];
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly workspace: string;
  /** When its file was found; when it was read, where that is not known. */
  readonly discoveredAt?: number;
  /** Added to what is there. */
  readonly add: SessionCounters;
}

export interface SessionCounters {
  readonly events: number;
  readonly steps: number;
  readonly errors: number;
  readonly turns: number;
  readonly retries: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheTokens: number;
  /** Time spent inside turns, as far as times are known. */
  readonly wallClockMs: number;
}

export interface EventRow {
  readonly session: SessionUid;
  readonly key: Key;
  readonly native: string | null;
  readonly at: number | null;
  readonly kind: Kind;
  readonly act: Act | null;
  readonly type: string | null;
  readonly role: Role | null;
  readonly tool: string | null;
  readonly summary: string;
  readonly failed: boolean;
  readonly origin: Origin | null;
  readonly parent: Key | null;
  readonly step: Key | null;
  readonly turn: Key | null;
  readonly tokens: Tokens | null;
  /** The response that used them, where the agent names it, and all tokens that were stated for it until here. */
  readonly response?: { readonly key: Key; readonly counted: number };
  readonly model: string | null;
  readonly usd: number | null;
  readonly durationMs: number | null;
  /** Redacted, one line each. */
  readonly marks: readonly string[];
  /** Where its line is in the file of the batch. */
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  /** Redacted text for search; null when it is not searchable. */
  readonly search: string | null;
  /** What a program logged with it: redacted JSON that every database can parse. */
  readonly payload?: string;
}

export interface CallOutcome {
  readonly session: SessionUid;
  readonly call: Key;
  readonly failed: boolean;
  readonly durationMs: number | null;
}

export interface UnknownRow {
  readonly kind: string;
  readonly version: string | null;
  readonly count: number;
}

export interface IssueRow {
  /** From 1; 0 when it concerns the whole file. */
  readonly line: number;
  readonly offset: number;
  readonly reason: string;
}
