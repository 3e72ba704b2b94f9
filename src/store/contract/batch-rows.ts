import type { Tokens } from '../../model/event.ts';
import type { Key, SessionUid } from '../../model/ids.ts';
import type { Act, Facet, Kind, Origin, Outcome, Relation, Role } from '../../model/words.ts';
import type { ChainRow } from './chain-rows.ts';
import type { EdgeRow, LinkRow } from './edge-rows.ts';
import type { FileMark, PieceRow } from './file-rows.ts';

// What one stretch of one file gives a store to keep; see store.ts.

/** One stretch of one file, ready to be kept. */
export interface Batch {
  readonly tree: Key;
  readonly file: FileMark;
  /**
   * New pieces, and the last one again when it grew. Pieces of one version follow one another without a gap. A piece
   * that differs from the one in its place replaces all from there on; the same one again leaves those after it alone.
   */
  readonly pieces: readonly PieceRow[];
  readonly sessions: readonly SessionRow[];
  readonly events: readonly EventRow[];
  /** Events that are here already and were read again. One that is not here is left out. */
  readonly again: readonly EventUpdate[];
  /** Events that only a secondary source had, and that the transcript has now: they go. */
  readonly replaced: readonly Replacement[];
  /** How calls from an earlier batch ended. */
  readonly outcomes: readonly CallOutcome[];
  readonly links: readonly LinkRow[];
  /**
   * What is inferred: about events of this batch, or again about earlier ones. One whose effect is not here is left
   * out.
   */
  readonly edges: readonly EdgeRow[];
  /**
   * Failures and how they went on, as far as is known by now; the same one again replaces what was kept of it, but
   * one that was resolved stays so. One whose failing event is not here is left out.
   */
  readonly chains: readonly ChainRow[];
  readonly unknown: readonly UnknownRow[];
  readonly issues: readonly IssueRow[];
  /**
   * The whole file has been written anew: the bytes of older versions are dropped, but for those some event still lies
   * in.
   */
  readonly renewed: boolean;
}

export interface EventUpdate {
  readonly row: EventRow;
  /** Where the event is: a secondary source may know of calls in several trees. */
  readonly tree: Key;
  /**
   * `fuller`: all of it is taken over: text, place, tokens, duration, whether it failed.
   * `beside`: what is missing is filled in: time, duration, tokens; and it failed if either source has it so.
   * `rewritten`: as `fuller`, unless the record has become shorter: then its agent took something out, and as `beside`.
   */
  readonly how: 'fuller' | 'beside' | 'rewritten';
}

export interface Replacement {
  readonly session: SessionUid;
  readonly old: Key;
  /** What hung on the old one hangs on this, its edges too. */
  readonly by: Key;
}

export interface SessionRow {
  readonly uid: SessionUid;
  readonly source: string;
  readonly nativeId: string;
  readonly root: SessionUid;
  readonly parent?: { readonly uid: SessionUid; readonly relation: Relation };
  /**
   * Facts; `undefined` leaves what is known. Later ones win, but for `cwd` and `repo`: a session belongs where it
   * began.
   */
  readonly title?: string;
  readonly customTitle?: string;
  /**
   * The first thing said in the file: the title of a session that has no other. A person's words win over anybody's
   * before.
   */
  readonly firstWords?: { readonly text: string; readonly byPerson: boolean };
  readonly cwd?: string;
  readonly repo?: string;
  readonly branch?: string;
  readonly model?: string;
  readonly agentVersion?: string;
  readonly outcome?: Outcome;
  readonly notRecorded?: readonly Facet[];
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly workspace: string;
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
  readonly model: string | null;
  readonly usd: number | null;
  readonly durationMs: number | null;
  /** Redacted, one line each. */
  readonly marks: readonly string[];
  /** Where its line is in the file of the batch. */
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  /** Redacted text to find it by; null when it is not to be found. */
  readonly search: string | null;
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
