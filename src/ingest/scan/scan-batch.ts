import type { DocumentShape, Identity, Link, SessionPatch } from '../../sources/source.ts';
import type { RecordedCause } from '../../model/draft.ts';
import type { Key, SessionUid } from '../../model/ids.ts';
import type {
  CallOutcome,
  EventRow,
  IssueRow,
  LineCounts,
  PieceRow,
  SessionRow,
  UnknownRow,
} from '../../store/store.ts';
import type { Disposition } from '../../model/words.ts';
import type { Findings } from '../analysis/file-analysis.ts';

/** One file to be read, and where to continue if it was read before. Plain data: it is sent to a worker thread. */
export interface ScanJob {
  readonly path: string;
  readonly source: string;
  readonly identity: Identity;
  /** It is not a file of its own: its source's container returns its bytes. */
  readonly contained?: true;
  /** It is one JSON value, not lines. */
  readonly document?: DocumentShape;
  /** Where the analysis of what was read of it is kept, so that it need not be read again when it grows. */
  readonly keptAt?: string;
  /** The facts of its events are extracted though it is a secondary source. */
  readonly isAnalysed?: true;
  readonly resume: Resume | null;
  /** The version to begin with when nothing was read before; not 0 when the path held another session. */
  readonly firstVersion: number;
}

export interface Resume {
  readonly version: number;
  readonly bytes: number;
  readonly offset: number;
  readonly pieces: readonly Omit<PieceRow, 'data'>[];
  /**
   * Null when everything derived was dropped: the bytes are here and must be read again. Empty when it was evicted with
   * the bytes: their events are stored, and only the reader's state must be found again.
   */
  readonly state: string | null;
  /** The store no longer has the bytes of its pieces. */
  readonly evicted?: true;
  /** Whoever analyses the batches has the analysis of what came before. */
  readonly isAnalysed?: true;
}

/** The result of one piece of a file. Nothing in it depends on the store, so files can be read in any order. */
export interface ScanBatch {
  readonly version: number;
  /** The piece to store; undefined when the file has no new bytes. */
  readonly piece: PieceDraft | undefined;
  /** Disposition of each line that was read in this batch, in order. */
  readonly lines: readonly Disposition[];
  /** Up to here lines have been read, and up to here bytes are archived. */
  readonly offset: number;
  readonly bytes: number;
  readonly torn: boolean;
  readonly state: string;
  readonly events: readonly ScanEvent[];
  readonly patches: readonly SessionPatch[];
  /** The first texts of sessions that had none yet. */
  readonly firstWords: readonly (readonly [SessionUid, FirstTexts])[];
  readonly links: readonly { readonly link: Link; readonly lineIndex: number }[];
  readonly titles: readonly { readonly native: string; readonly title: string }[];
  readonly outcomes: readonly CallOutcome[];
  readonly unknown: readonly UnknownRow[];
  readonly issues: readonly IssueRow[];
  /** None for a secondary source. */
  readonly findings: Findings;
  /** No more of this file for now. */
  readonly last: boolean;
}

export interface PieceDraft {
  readonly start: number;
  readonly length: number;
  readonly hash: string;
  readonly data: Uint8Array | undefined;
  /** Runs of the lines of this piece that earlier batches read. */
  readonly runsBefore: string;
}

export type FirstTexts = NonNullable<SessionRow['firstWords']>;

/** A cause that the recorder named: an event of the same tree. */
export interface CauseRow extends Pick<RecordedCause, 'type' | 'tag'> {
  readonly event: Key;
}

/** An event as it is sent from a reading thread to the writing thread. */
export interface ScanEvent {
  readonly row: EventRow;
  readonly record: RecordKeys;
  /** As its recorder named them. */
  readonly causes: readonly CauseRow[];
  /** Index into `ScanBatch.lines`. */
  readonly lineIndex: number;
  /** Time since the event before it, unless it was spent waiting for a person. */
  readonly elapsedMs: number;
  /** If the event is stored already, this record of it replaces what is there. */
  readonly fuller: boolean;
}

/** Keys of records inside their session, from which the keys of an event and of those it refers to are made. */
export interface RecordKeys {
  readonly key: string;
  readonly parent: string | undefined;
  readonly turn: string | undefined;
  /** Of a result: the call it answers. */
  readonly call: string | undefined;
}

export const noLines: LineCounts = { mapped: 0, state: 0, copy: 0, raw: 0, issue: 0 };

export function addLines(counts: LineCounts, lines: Iterable<Disposition>): LineCounts {
  const sum = { ...counts };
  for (const line of lines) sum[line]++;
  return sum;
}

export function sumLines(a: LineCounts, b: LineCounts): LineCounts {
  return {
    mapped: a.mapped + b.mapped,
    state: a.state + b.state,
    copy: a.copy + b.copy,
    raw: a.raw + b.raw,
    issue: a.issue + b.issue,
  };
}
