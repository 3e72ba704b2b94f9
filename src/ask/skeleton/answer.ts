import type { ChainId, EventId, SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Basis, ChainState, EdgeType, ErrorKind } from '../../model/words.ts';

/**
 * The shape of a session without its texts, for drawing it: columns of numbers with one entry per step (prompt or
 * call), in order. A session grows at its end, so `after` returns what is new: append these columns to the first
 * `before` steps you have. The answer itself lists what the numbers mean.
 */
export interface SkeletonAnswer {
  readonly session: Session;
  /**
   * The words that `act`, `tool` and `type` are places in. Later answers of a session may have other tools in other
   * places.
   */
  readonly acts: readonly string[];
  readonly tools: readonly string[];
  readonly types: readonly EdgeType[];
  readonly steps: StepColumns;
  readonly edges: EdgeColumns;
  /**
   * Causes of these steps in other sessions, such as the call that started this one; and effects there of any step,
   * whatever `after` was.
   */
  readonly beyond: readonly EdgeBeyond[];
  /** Child sessions, each at the step it started from. All of them, whatever `after` was. */
  readonly children: readonly SkeletonChild[];
  /** What failed and how it went on, by places in the whole columns. All of them, whatever `after` was. */
  readonly stories: readonly SkeletonStory[];
  /** How many steps there are before the first of these columns, and in all. */
  readonly before: number;
  readonly total: number;
  /**
   * The `after` of the next page, when `truncated`, or of the question for what is new. That goes back by some steps: a
   * call is here before it is known how it ended.
   */
  readonly next: number;
  readonly truncated: boolean;
}

export interface StepColumns {
  /** Difference of `seq` to the step before; of the first to `after`. */
  readonly seq: readonly number[];
  /** Milliseconds since the step before; of the first since 1970. 0 where the time is not known. */
  readonly at: readonly number[];
  /**
   * 0: a prompt by a person, 1: a prompt by anything else, 2: a call, 3: an event that a program recorded by itself. A
   * turn begins with each prompt.
   */
  readonly kind: readonly number[];
  /** Places in `acts` and `tools`; -1 for prompts. The name of a program's own event is the term it was logged under. */
  readonly act: readonly number[];
  readonly tool: readonly number[];
  /** 1: failed. */
  readonly failed: readonly number[];
  /** Milliseconds; 0 where not known. */
  readonly took: readonly number[];
  /** How many of `edges` end here. */
  readonly causes: readonly number[];
}

/** Causes of each step in turn, the best first. */
export interface EdgeColumns {
  /** How many steps before the effect its cause is; below zero for one that was written after it. */
  readonly back: readonly number[];
  /** Place in `types`, of the strongest belief about the pair. */
  readonly type: readonly number[];
  /** In hundredths. */
  readonly confidence: readonly number[];
  /** 0: inferred, 1: recorded, 2: judged. */
  readonly basis: readonly number[];
}

export interface EdgeBeyond {
  /** Place in the whole columns. */
  readonly step: number;
  readonly is: 'cause' | 'effect';
  readonly other: { readonly session: SessionUid; readonly step: EventId; readonly seq: number };
  readonly type: EdgeType;
  readonly confidence: number;
  readonly basis: Basis;
}

export interface SkeletonChild {
  readonly session: SessionUid;
  readonly relation: 'subagent' | 'fork' | 'resume' | 'compaction';
  readonly title: string | null;
  /** Place in the whole columns of the step it left from; null when that is not known. */
  readonly step: number | null;
  readonly steps: number;
  readonly errors: number;
  /** Real failures without a fix. */
  readonly open: number;
}

export interface SkeletonStory {
  readonly chain: ChainId;
  readonly kind: ErrorKind;
  readonly state: ChainState;
  /** `exit 1`, `TS2345`. */
  readonly type: string;
  /** Places in the whole columns. */
  readonly error: number;
  readonly culprit: readonly number[];
  readonly attempts: readonly number[];
  readonly fix: readonly number[];
  readonly proof: number | null;
  readonly minutes: number | null;
}

/** The texts of a page of steps. */
export interface RowsAnswer {
  readonly rows: readonly Row[];
  /** The `after` of the next page; null when this is the last. */
  readonly next: number | null;
}

export interface Row {
  readonly id: EventId;
  readonly seq: number;
  /** At most 300 characters. */
  readonly summary: string;
}
